//! Checks an action's configuration (6.10).

use super::DynamicValue;

messages! {
    /// What to check.
    Request {
        /// The action's type.
        [string, tag = "1"] action_type: String,
        /// The configuration, perhaps with unknowns: the contents of `config` of the `action`
        /// block.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
    }
}

/// What is wrong with it.
pub use super::OnlyDiagnostics as Response;
