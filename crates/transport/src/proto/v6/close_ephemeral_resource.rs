//! Closes an ephemeral resource.

use bytes::Bytes;

opaque_messages! {
    /// What to close.
    Request {
        /// The ephemeral resource's type.
        [string, tag = "1"] type_name: String,
        /// The private data from the open.
        [bytes = "bytes", optional, tag = "2"] private: Option<Bytes>,
    }
}

/// The result.
pub use super::OnlyDiagnostics as Response;
