//! Opens an ephemeral resource; in plan and in apply.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, Timestamp};
use bytes::Bytes;

messages! {
    /// What to open.
    Request {
        /// The ephemeral resource's type.
        [string, tag = "1"] type_name: String,
        /// The configuration, fully known.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// What the caller can do.
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
    }
}

opaque_messages! {
    /// What was opened.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        /// When to renew it.
        [message, optional, tag = "2"] renew_at: Option<Timestamp>,
        /// The whole object.
        [message, optional, tag = "3"] result: Option<DynamicValue>,
        /// The private data for renewing and closing.
        [bytes = "bytes", optional, tag = "4"] private: Option<Bytes>,
        /// Why the answer is deferred.
        [message, optional, tag = "5"] deferred: Option<Deferred>,
    }
}
