//! Validates the provider's configuration.

use super::{Diagnostic, DynamicValue};

messages! {
    /// The configuration to validate.
    Request {
        /// The configuration; parts may be unknown.
        [message, optional, tag = "1"] config: Option<DynamicValue>,
    }

    /// Its errors and warnings.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
