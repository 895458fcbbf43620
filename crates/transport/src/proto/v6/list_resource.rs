//! Lists existing objects of a type (6.10): a stream of them, which the client ends when it has
//! enough.

use super::{Diagnostic, DynamicValue, ResourceIdentityData};

messages! {
    /// What to list.
    Request {
        /// The listed resources' type.
        [string, tag = "1"] type_name: String,
        /// The configuration, fully known: the contents of `config` of the `list` block.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// Whether each event must contain the whole object.
        [bool, tag = "3"] include_resource_object: bool,
        /// The maximum number of results.
        [int64, tag = "4"] limit: i64,
    }

    /// One object, or only diagnostics.
    Event {
        /// The identity of the object.
        [message, optional, tag = "1"] identity: Option<ResourceIdentityData>,
        /// Its display name.
        [string, tag = "2"] display_name: String,
        /// The whole object, if requested.
        [message, optional, tag = "3"] resource_object: Option<DynamicValue>,
        /// Errors and warnings about this object; an error ends the list, and all its results are
        /// lost.
        [message, repeated, tag = "4"] diagnostics: Vec<Diagnostic>,
    }
}
