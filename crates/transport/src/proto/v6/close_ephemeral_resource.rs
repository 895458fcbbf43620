//! Closes an ephemeral resource.

use bytes::Bytes;

opaque_messages! {
    /// What to close.
    Request {
        /// The ephemeral resource's type.
        [string, tag = "1"] type_name: String,
        /// The provider's own bytes, those from opening.
        [bytes = "bytes", optional, tag = "2"] private: Option<Bytes>,
    }
}

/// What came of it.
pub use super::OnlyDiagnostics as Response;
