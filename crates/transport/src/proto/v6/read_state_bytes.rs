//! Reads a state from a state store (6.11): a stream of chunks, and no chunk at all where there is
//! no state.

use super::{Diagnostic, StateRange};
use bytes::Bytes;

/// What to read.
pub use super::OneState as Request;

/// A chunk, or diagnostics alone.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// The chunk.
    #[prost(bytes = "bytes", tag = "1")]
    pub bytes: Bytes,
    /// How long the whole state is, in bytes.
    #[prost(int64, tag = "2")]
    pub total_length: i64,
    /// Where in the state the chunk is; Terraform crashes where a chunk without errors has none.
    #[prost(message, optional, tag = "3")]
    pub range: Option<StateRange>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "4")]
    pub diagnostics: Vec<Diagnostic>,
}
opaque_debug!(Response);
with_diagnostics!(Response);
