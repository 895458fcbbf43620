//! Unlocks a state of a state store (6.11).

/// What to unlock.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The state: the workspace's name.
    #[prost(string, tag = "2")]
    pub state_id: String,
    /// What locking it gave, or what the user wrote.
    #[prost(string, tag = "3")]
    pub lock_id: String,
}

/// Whether it is unlocked.
pub use super::OnlyDiagnostics as Response;
