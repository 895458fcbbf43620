//! Makes the planned change.

use super::{Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

/// The change to make.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// What is; null on create.
    #[prost(message, optional, tag = "2")]
    pub prior_state: Option<DynamicValue>,
    /// The plan; null on destroy.
    #[prost(message, optional, tag = "3")]
    pub planned_state: Option<DynamicValue>,
    /// The configuration, fully known; null on destroy.
    #[prost(message, optional, tag = "4")]
    pub config: Option<DynamicValue>,
    /// The provider's own bytes from the plan.
    #[prost(bytes = "bytes", tag = "5")]
    pub planned_private: Bytes,
    /// What the module says about itself.
    #[prost(message, optional, tag = "6")]
    pub provider_meta: Option<DynamicValue>,
    /// What the plan said of what identifies the object (6.9).
    #[prost(message, optional, tag = "7")]
    pub planned_identity: Option<ResourceIdentityData>,
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// What is now; saved also beside an error.
    #[prost(message, optional, tag = "1")]
    pub new_state: Option<DynamicValue>,
    /// Replaces the bytes in the state.
    #[prost(bytes = "bytes", tag = "2")]
    pub private: Bytes,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "3")]
    pub diagnostics: Vec<Diagnostic>,
    /// Core's check against the plan only warns.
    #[prost(bool, tag = "4")]
    pub legacy_type_system: bool,
    /// What identifies the object now (6.9).
    #[prost(message, optional, tag = "5")]
    pub new_identity: Option<ResourceIdentityData>,
}
with_diagnostics!(Response);
opaque_debug!(Request, Response);
