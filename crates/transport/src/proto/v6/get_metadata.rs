//! Names of everything the provider has (6.4); Terraform 1.11 does not call it.

use super::{Diagnostic, ServerCapabilities};

/// Asks for the names.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Request {}

/// The names.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// What the provider can do.
    #[prost(message, optional, tag = "1")]
    pub server_capabilities: Option<ServerCapabilities>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
    /// Data sources.
    #[prost(message, repeated, tag = "3")]
    pub data_sources: Vec<Named>,
    /// Resources.
    #[prost(message, repeated, tag = "4")]
    pub resources: Vec<Named>,
    /// Functions (6.5).
    #[prost(message, repeated, tag = "5")]
    pub functions: Vec<Named>,
    /// Ephemeral resources (6.7).
    #[prost(message, repeated, tag = "6")]
    pub ephemeral_resources: Vec<Named>,
    /// Resources that can be listed (6.10).
    #[prost(message, repeated, tag = "7")]
    pub list_resources: Vec<Named>,
    /// State stores (6.11).
    #[prost(message, repeated, tag = "8")]
    pub state_stores: Vec<Named>,
    /// Actions (6.10).
    #[prost(message, repeated, tag = "9")]
    pub actions: Vec<Named>,
}
with_diagnostics!(Response);

/// A name.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Named {
    /// The type's or the function's name.
    #[prost(string, tag = "1")]
    pub name: String,
}
