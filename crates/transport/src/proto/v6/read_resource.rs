//! Reads what exists now.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

/// What to read.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The state so far.
    #[prost(message, optional, tag = "2")]
    pub current_state: Option<DynamicValue>,
    /// The provider's own bytes from the state.
    #[prost(bytes = "bytes", tag = "3")]
    pub private: Bytes,
    /// What the module says about itself.
    #[prost(message, optional, tag = "4")]
    pub provider_meta: Option<DynamicValue>,
    /// What the caller can do (6.6).
    #[prost(message, optional, tag = "5")]
    pub client_capabilities: Option<ClientCapabilities>,
    /// What identified the object so far (6.9).
    #[prost(message, optional, tag = "6")]
    pub current_identity: Option<ResourceIdentityData>,
}

/// What was read.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// The state; null when it no longer exists.
    #[prost(message, optional, tag = "1")]
    pub new_state: Option<DynamicValue>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
    /// Replaces the bytes in the state: echo them, or they are lost.
    #[prost(bytes = "bytes", tag = "3")]
    pub private: Bytes,
    /// Put off (6.6).
    #[prost(message, optional, tag = "4")]
    pub deferred: Option<Deferred>,
    /// What identifies the object (6.9); missing drops it from the state.
    #[prost(message, optional, tag = "5")]
    pub new_identity: Option<ResourceIdentityData>,
}
with_diagnostics!(Response);
opaque_debug!(Request, Response);
