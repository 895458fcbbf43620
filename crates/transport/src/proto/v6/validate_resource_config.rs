//! Checks the configuration of a resource.

use super::{ClientCapabilities, DynamicValue};

/// The configuration to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration; parts may be unknown.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the caller can do (6.8).
    #[prost(message, optional, tag = "3")]
    pub client_capabilities: Option<ClientCapabilities>,
}

/// What was found.
pub use super::OnlyDiagnostics as Response;
