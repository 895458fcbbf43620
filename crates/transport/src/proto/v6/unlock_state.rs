//! Unlocks a state of a state store (6.11).

messages! {
    /// What to unlock.
    Request {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The state: the workspace's name.
        [string, tag = "2"] state_id: String,
        /// What locking it gave, or what the user wrote.
        [string, tag = "3"] lock_id: String,
    }
}

/// Whether it is unlocked.
pub use super::OnlyDiagnostics as Response;
