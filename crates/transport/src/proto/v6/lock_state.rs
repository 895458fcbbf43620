//! Locks a state of a state store (6.11).

use super::Diagnostic;

/// What to lock.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The state: the workspace's name.
    #[prost(string, tag = "2")]
    pub state_id: String,
    /// What for, as `OperationTypePlan`.
    #[prost(string, tag = "3")]
    pub operation: String,
}

/// The lock.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// What unlocks it; empty without an error where the state store has no locks.
    #[prost(string, tag = "1")]
    pub lock_id: String,
    /// Errors and warnings; that somebody else has the lock is an error.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
