//! Checks an action's configuration (6.10).

use super::DynamicValue;

/// What to check.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The action's type.
    #[prost(string, tag = "1")]
    pub action_type: String,
    /// The configuration, perhaps with unknowns: what is in `config` of the `action` block.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
}

/// What is wrong with it.
pub use super::OnlyDiagnostics as Response;
