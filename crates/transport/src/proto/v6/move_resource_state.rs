//! Turns the state of one type into another's, for `moved` (6.5).

use super::{Diagnostic, DynamicValue, RawState, ResourceIdentityData};
use bytes::Bytes;

/// The source.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Request {
    /// The source's provider.
    #[prost(string, tag = "1")]
    pub source_provider_address: String,
    /// The source's type.
    #[prost(string, tag = "2")]
    pub source_type_name: String,
    /// The schema version that wrote it.
    #[prost(int64, tag = "3")]
    pub source_schema_version: i64,
    /// What it wrote; JSON only.
    #[prost(message, optional, tag = "4")]
    pub source_state: Option<RawState>,
    /// The target's type.
    #[prost(string, tag = "5")]
    pub target_type_name: String,
    /// The source provider's own bytes.
    #[prost(bytes = "bytes", tag = "6")]
    pub source_private: Bytes,
    /// What identified it there (6.9); JSON only.
    #[prost(message, optional, tag = "7")]
    pub source_identity: Option<RawState>,
    /// Of which version that is (6.9); Terraform never says it.
    #[prost(int64, tag = "8")]
    pub source_identity_schema_version: i64,
}

/// The target.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// The state by the target's schema.
    #[prost(message, optional, tag = "1")]
    pub target_state: Option<DynamicValue>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
    /// The provider's own bytes.
    #[prost(bytes = "bytes", tag = "3")]
    pub target_private: Bytes,
    /// What identifies the target (6.9).
    #[prost(message, optional, tag = "4")]
    pub target_identity: Option<ResourceIdentityData>,
}
with_diagnostics!(Response);
opaque_debug!(Request, Response);
