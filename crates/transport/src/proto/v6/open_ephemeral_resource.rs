//! Opens an ephemeral resource; in plan and in apply.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, Timestamp};
use bytes::Bytes;

/// What to open.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The ephemeral resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration, fully known.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the caller can do.
    #[prost(message, optional, tag = "3")]
    pub client_capabilities: Option<ClientCapabilities>,
}

/// What was opened.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
    /// Renew it then.
    #[prost(message, optional, tag = "2")]
    pub renew_at: Option<Timestamp>,
    /// The whole object.
    #[prost(message, optional, tag = "3")]
    pub result: Option<DynamicValue>,
    /// The provider's own bytes, for renewing and closing.
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub private: Option<Bytes>,
    /// Put off.
    #[prost(message, optional, tag = "5")]
    pub deferred: Option<Deferred>,
}
opaque_debug!(Response);
with_diagnostics!(Response);
