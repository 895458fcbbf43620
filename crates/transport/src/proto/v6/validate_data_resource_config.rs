//! Checks the configuration of a data source.

use super::{Diagnostic, DynamicValue};

/// The configuration to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The data source's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration; parts may be unknown.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
