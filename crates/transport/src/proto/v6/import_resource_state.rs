//! Finds an existing object by an id.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

/// What to import.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The id that the user gave; empty where an identity is.
    #[prost(string, tag = "2")]
    pub id: String,
    /// What the caller can do (6.6).
    #[prost(message, optional, tag = "3")]
    pub client_capabilities: Option<ClientCapabilities>,
    /// The identity that the user gave (6.9).
    #[prost(message, optional, tag = "4")]
    pub identity: Option<ResourceIdentityData>,
}

/// What was found; each object is read next.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// The objects.
    #[prost(message, repeated, tag = "1")]
    pub imported_resources: Vec<ImportedResource>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
    /// Put off (6.6).
    #[prost(message, optional, tag = "3")]
    pub deferred: Option<Deferred>,
}
with_diagnostics!(Response);

/// An object.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct ImportedResource {
    /// Its type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// Enough of its state to read it.
    #[prost(message, optional, tag = "2")]
    pub state: Option<DynamicValue>,
    /// The provider's own bytes.
    #[prost(bytes = "bytes", tag = "3")]
    pub private: Bytes,
    /// What identifies it (6.9); must be there where an identity was asked for.
    #[prost(message, optional, tag = "4")]
    pub identity: Option<ResourceIdentityData>,
}
opaque_debug!(ImportedResource);
