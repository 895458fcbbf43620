//! Writes a state into a state store (6.11): the client sends a stream of chunks.

use super::StateRange;
use bytes::Bytes;

opaque_messages! {
    /// A chunk.
    RequestChunk {
        /// What to write; with the first chunk only.
        [message, optional, tag = "1"] meta: Option<RequestChunkMeta>,
        /// The chunk.
        [bytes = "bytes", tag = "2"] bytes: Bytes,
        /// The length of the whole state, in bytes.
        [int64, tag = "3"] total_length: i64,
        /// The range of the chunk in the state.
        [message, optional, tag = "4"] range: Option<StateRange>,
    }
}

messages! {
    /// What to write.
    RequestChunkMeta {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The state: the workspace's name.
        [string, tag = "2"] state_id: String,
    }
}

/// The result.
pub use super::OnlyDiagnostics as Response;
