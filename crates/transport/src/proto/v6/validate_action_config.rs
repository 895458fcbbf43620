//! Validates an action's configuration (6.10).

use super::DynamicValue;

messages! {
    /// The configuration to validate.
    Request {
        /// The action's type.
        [string, tag = "1"] action_type: String,
        /// The configuration, perhaps with unknowns: the contents of `config` of the `action`
        /// block.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
    }
}

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
