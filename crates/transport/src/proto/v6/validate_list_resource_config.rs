//! Checks the configuration of a list (6.10).

use super::DynamicValue;

/// What to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The listed resources' type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration, perhaps with unknowns: what is in `config` of the `list` block.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// Whether whole objects are asked for; Terraform does not fill it in.
    #[prost(message, optional, tag = "3")]
    pub include_resource_object: Option<DynamicValue>,
    /// At most so many results; Terraform does not fill it in.
    #[prost(message, optional, tag = "4")]
    pub limit: Option<DynamicValue>,
}

/// What is wrong with it.
pub use super::OnlyDiagnostics as Response;
