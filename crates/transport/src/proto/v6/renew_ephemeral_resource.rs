//! Keeps an ephemeral resource open for longer.

use super::{Diagnostic, Timestamp};
use bytes::Bytes;

/// What to renew.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Request {
    /// The ephemeral resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The provider's own bytes.
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub private: Option<Bytes>,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
    /// Renew it again then.
    #[prost(message, optional, tag = "2")]
    pub renew_at: Option<Timestamp>,
    /// The provider's own bytes, for the next renewal.
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub private: Option<Bytes>,
}
with_diagnostics!(Response);
opaque_debug!(Request, Response);
