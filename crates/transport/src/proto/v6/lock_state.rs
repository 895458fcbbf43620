//! Locks a state of a state store (6.11).

use super::Diagnostic;

messages! {
    /// What to lock.
    Request {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The state: the workspace's name.
        [string, tag = "2"] state_id: String,
        /// The operation, such as `OperationTypePlan`.
        [string, tag = "3"] operation: String,
    }

    /// The lock.
    Response {
        /// The id that unlocks it; empty without an error if the state store has no locks.
        [string, tag = "1"] lock_id: String,
        /// Errors and warnings; it is an error if somebody else has the lock.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
