//! Lists existing objects of a type (6.10): a stream of them, which the client ends when it has
//! enough.

use super::{Diagnostic, DynamicValue, ResourceIdentityData};

/// What to list.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The listed resources' type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration, fully known: what is in `config` of the `list` block.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// Whether each event is to carry the whole object.
    #[prost(bool, tag = "3")]
    pub include_resource_object: bool,
    /// At most so many results.
    #[prost(int64, tag = "4")]
    pub limit: i64,
}

/// One object, or diagnostics alone.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Event {
    /// Which object it is.
    #[prost(message, optional, tag = "1")]
    pub identity: Option<ResourceIdentityData>,
    /// Its name for people.
    #[prost(string, tag = "2")]
    pub display_name: String,
    /// The whole object, where it was asked for.
    #[prost(message, optional, tag = "3")]
    pub resource_object: Option<DynamicValue>,
    /// Errors and warnings about this object; an error ends the list, and all of its results are
    /// lost.
    #[prost(message, repeated, tag = "4")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Event);
