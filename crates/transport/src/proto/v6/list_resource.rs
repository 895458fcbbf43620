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
        /// Whether each event is to carry the whole object.
        [bool, tag = "3"] include_resource_object: bool,
        /// At most so many results.
        [int64, tag = "4"] limit: i64,
    }

    /// One object, or diagnostics alone.
    Event {
        /// Which object it is.
        [message, optional, tag = "1"] identity: Option<ResourceIdentityData>,
        /// Its name for people.
        [string, tag = "2"] display_name: String,
        /// The whole object, where it was asked for.
        [message, optional, tag = "3"] resource_object: Option<DynamicValue>,
        /// Errors and warnings about this object; an error ends the list, and all of its results
        /// are lost.
        [message, repeated, tag = "4"] diagnostics: Vec<Diagnostic>,
    }
}
with_diagnostics!(Event);
