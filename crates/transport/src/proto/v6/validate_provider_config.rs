//! Checks the provider's configuration.

use super::{Diagnostic, DynamicValue};

/// The configuration to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The configuration; parts may be unknown.
    #[prost(message, optional, tag = "1")]
    pub config: Option<DynamicValue>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
