//! Gives a state store its configuration (6.11), and agrees on the size of chunks.

use super::{Diagnostic, DynamicValue};

/// The configuration, and what the caller can do.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The state store's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The configuration, fully known.
    #[prost(message, optional, tag = "2")]
    pub config: Option<DynamicValue>,
    /// What the caller can do.
    #[prost(message, optional, tag = "3")]
    pub capabilities: Option<StateStoreClientCapabilities>,
}

/// What the state store can do.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Errors and warnings.
    #[prost(message, repeated, tag = "1")]
    pub diagnostics: Vec<Diagnostic>,
    /// What the state store can do; Terraform rejects a size of 0.
    #[prost(message, optional, tag = "2")]
    pub capabilities: Option<StateStoreServerCapabilities>,
}
with_diagnostics!(Response);

/// What the calling Terraform can do with a state store.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct StateStoreClientCapabilities {
    /// The size of a chunk that it offers, in bytes.
    #[prost(int64, tag = "1")]
    pub chunk_size: i64,
}

/// What the state store can do.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct StateStoreServerCapabilities {
    /// The size of each chunk but the last, in bytes: more than 0 and at most 128 MiB.
    #[prost(int64, tag = "1")]
    pub chunk_size: i64,
}
