//! The states that a state store has (6.11).

use super::Diagnostic;

/// Which state store.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
}

/// Its states.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// The states: the workspaces' names.
    #[prost(string, repeated, tag = "1")]
    pub state_ids: Vec<String>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
