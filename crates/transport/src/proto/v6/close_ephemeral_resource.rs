//! Closes an ephemeral resource.

use bytes::Bytes;

/// What to close.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Request {
    /// The ephemeral resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The provider's own bytes, those from opening.
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub private: Option<Bytes>,
}
opaque_debug!(Request);

/// What came of it.
pub use super::OnlyDiagnostics as Response;
