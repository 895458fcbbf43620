//! Locks a state of a state store (6.11).

use super::Diagnostic;

messages! {
    /// What to lock.
    Request {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The state: the workspace's name.
        [string, tag = "2"] state_id: String,
        /// What for, as `OperationTypePlan`.
        [string, tag = "3"] operation: String,
    }

    /// The lock.
    Response {
        /// What unlocks it; empty without an error where the state store has no locks.
        [string, tag = "1"] lock_id: String,
        /// Errors and warnings; that somebody else has the lock is an error.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
with_diagnostics!(Response);
