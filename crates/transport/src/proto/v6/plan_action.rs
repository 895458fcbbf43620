//! Plans an action (6.10); the plan cannot change it, only report errors.

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

    /// Its errors and warnings.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        /// Why the answer is deferred.
        [message, optional, tag = "2"] deferred: Option<Deferred>,
    }
}
