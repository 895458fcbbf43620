//! Writes a state into a state store (6.11): the client sends a stream of chunks.

use super::StateRange;
use bytes::Bytes;

/// A chunk.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct RequestChunk {
    /// What to write; with the first chunk only.
    #[prost(message, optional, tag = "1")]
    pub meta: Option<RequestChunkMeta>,
    /// The chunk.
    #[prost(bytes = "bytes", tag = "2")]
    pub bytes: Bytes,
    /// How long the whole state is, in bytes.
    #[prost(int64, tag = "3")]
    pub total_length: i64,
    /// Where in the state the chunk is.
    #[prost(message, optional, tag = "4")]
    pub range: Option<StateRange>,
}
opaque_debug!(RequestChunk);

/// What to write.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct RequestChunkMeta {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The state: the workspace's name.
    #[prost(string, tag = "2")]
    pub state_id: String,
}

/// Whether it is written.
pub use super::OnlyDiagnostics as Response;
