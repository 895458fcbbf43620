//! Keeps an ephemeral resource open for longer.

use super::{Diagnostic, Timestamp};
use bytes::Bytes;

opaque_messages! {
    /// What to renew.
    Request {
        /// The ephemeral resource's type.
        [string, tag = "1"] type_name: String,
        /// The private data.
        [bytes = "bytes", optional, tag = "2"] private: Option<Bytes>,
    }

    /// The result.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        /// When to renew it again.
        [message, optional, tag = "2"] renew_at: Option<Timestamp>,
        /// The private data for the next renewal.
        [bytes = "bytes", optional, tag = "3"] private: Option<Bytes>,
    }
}
