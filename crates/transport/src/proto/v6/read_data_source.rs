//! Reads a data source.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};

/// What to read.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The data source's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration, fully known.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the module says about itself.
    #[prost(message, optional, tag = "3")]
    pub provider_meta: Option<DynamicValue>,
    /// What the caller can do (6.6).
    #[prost(message, optional, tag = "4")]
    pub client_capabilities: Option<ClientCapabilities>,
}

/// What was read.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// The whole object, fully known.
    #[prost(message, optional, tag = "1")]
    pub state: Option<DynamicValue>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
    /// Put off (6.6).
    #[prost(message, optional, tag = "3")]
    pub deferred: Option<Deferred>,
}
with_diagnostics!(Response);
