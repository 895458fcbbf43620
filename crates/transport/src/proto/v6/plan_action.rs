//! Plans an action (6.10), which cannot change anything about it: it only says what is wrong.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};

messages! {
    /// What to plan.
    Request {
        /// The action's type.
        [string, tag = "1"] action_type: String,
        /// The configuration, perhaps with unknowns.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// What the caller can do.
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
    }

    /// What is wrong with it.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        /// Put off.
        [message, optional, tag = "2"] deferred: Option<Deferred>,
    }
}
with_diagnostics!(Response);
