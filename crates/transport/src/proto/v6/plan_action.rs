//! Plans an action (6.10), which cannot change anything about it: it only says what is wrong.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};

/// What to plan.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The action's type.
    #[prost(string, tag = "1")]
    pub action_type: String,
    /// The configuration, perhaps with unknowns.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the caller can do.
    #[prost(message, optional, tag = "3")]
    pub client_capabilities: Option<ClientCapabilities>,
}

/// What is wrong with it.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
    /// Put off.
    #[prost(message, optional, tag = "2")]
    pub deferred: Option<Deferred>,
}
with_diagnostics!(Response);
