//! Deletes a state of a state store (6.11).

use super::Diagnostic;

/// What to delete.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The state: the workspace's name.
    #[prost(string, tag = "2")]
    pub state_id: String,
}

/// Whether it is deleted.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
