//! Unlocks a state of a state store (6.11).

messages! {
    /// What to unlock.
    Request {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The state: the workspace's name.
        [string, tag = "2"] state_id: String,
        /// The lock's id, from locking or from the user.
        [string, tag = "3"] lock_id: String,
    }
}

/// The result.
pub use super::OnlyDiagnostics as Response;
