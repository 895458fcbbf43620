//! Converts the state of one type to another's, for `moved` (6.5).

use super::{Diagnostic, DynamicValue, RawState, ResourceIdentityData};
use bytes::Bytes;

opaque_messages! {
    /// The source.
    Request {
        /// The source's provider.
        [string, tag = "1"] source_provider_address: String,
        /// The source's type.
        [string, tag = "2"] source_type_name: String,
        /// The schema version that wrote it.
        [int64, tag = "3"] source_schema_version: i64,
        /// What it wrote; JSON only.
        [message, optional, tag = "4"] source_state: Option<RawState>,
        /// The target's type.
        [string, tag = "5"] target_type_name: String,
        /// The source provider's own bytes.
        [bytes = "bytes", tag = "6"] source_private: Bytes,
        /// Its identity in the source type (6.9); JSON only.
        [message, optional, tag = "7"] source_identity: Option<RawState>,
        /// The version of that identity (6.9); Terraform never sends it.
        [int64, tag = "8"] source_identity_schema_version: i64,
    }

    /// The target.
    Response {
        /// The state by the target's schema.
        [message, optional, tag = "1"] target_state: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// The private data.
        [bytes = "bytes", tag = "3"] target_private: Bytes,
        /// The identity of the target (6.9).
        [message, optional, tag = "4"] target_identity: Option<ResourceIdentityData>,
    }
}
