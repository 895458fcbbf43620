//! Keeps an ephemeral resource open for longer.

use super::{Diagnostic, Timestamp};
use bytes::Bytes;

opaque_messages! {
    /// What to renew.
    Request {
        /// The ephemeral resource's type.
        [string, tag = "1"] type_name: String,
        /// The provider's own bytes.
        [bytes = "bytes", optional, tag = "2"] private: Option<Bytes>,
    }

    /// What came of it.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        /// Renew it again then.
        [message, optional, tag = "2"] renew_at: Option<Timestamp>,
        /// The provider's own bytes, for the next renewal.
        [bytes = "bytes", optional, tag = "3"] private: Option<Bytes>,
    }
}
with_diagnostics!(Response);
