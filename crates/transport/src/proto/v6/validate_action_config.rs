//! Checks an action's configuration (6.10).

use super::{Diagnostic, DynamicValue};

/// What to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The action's type.
    #[prost(string, tag = "1")]
    pub action_type: String,
    /// The configuration, perhaps with unknowns: what stands in `config` of the `action` block.
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
