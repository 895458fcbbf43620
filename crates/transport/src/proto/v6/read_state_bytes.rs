//! Reads a state from a state store (6.11): a stream of chunks; no chunk if there is no state.

use super::{Diagnostic, StateRange};
use bytes::Bytes;

/// What to read.
pub use super::OneState as Request;

opaque_messages! {
    /// A chunk, or only diagnostics.
    Response {
        /// The chunk.
        [bytes = "bytes", tag = "1"] bytes: Bytes,
        /// The length of the whole state, in bytes.
        [int64, tag = "2"] total_length: i64,
        /// The range of the chunk in the state; Terraform crashes if a chunk without errors has
        /// none.
        [message, optional, tag = "3"] range: Option<StateRange>,
        /// Errors and warnings.
        [message, repeated, tag = "4"] diagnostics: Vec<Diagnostic>,
    }
}
