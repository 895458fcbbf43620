//! Reads a data source.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};

messages! {
    /// What to read.
    Request {
        /// The data source's type.
        [string, tag = "1"] type_name: String,
        /// The configuration, fully known.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// The module's `provider_meta` block.
        [message, optional, tag = "3"] provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        [message, optional, tag = "4"] client_capabilities: Option<ClientCapabilities>,
    }

    /// The data that was read.
    Response {
        /// The whole object, fully known.
        [message, optional, tag = "1"] state: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// Why the answer is deferred (6.6).
        [message, optional, tag = "3"] deferred: Option<Deferred>,
    }
}
