//! Hands the provider its configuration; once in a process.

use super::{ClientCapabilities, DynamicValue};

/// The configuration.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The calling Terraform's version.
    #[prost(string, tag = "1")]
    pub terraform_version: String,
    /// The configuration; parts may be unknown.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the caller can do (6.6).
    #[prost(message, optional, tag = "3")]
    pub client_capabilities: Option<ClientCapabilities>,
}

/// What was found.
pub use super::OnlyDiagnostics as Response;
