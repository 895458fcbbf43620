//! Checks the provider's configuration.

use crate::proto::common::{Diagnostic, DynamicValue};

pub use crate::proto::v6::validate_provider_config::Request;

/// What was found.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// The configuration as it was; Terraform only logs a difference.
    #[prost(message, optional, tag = "1")]
    pub prepared_config: Option<DynamicValue>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
