//! Checks a state store's configuration (6.11).

use super::{Diagnostic, DynamicValue};

/// What to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
}

/// What is wrong with it.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
