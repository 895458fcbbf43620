//! Plans a change; called again in the apply phase, and twice for a replacement.

use super::{
    AttributePath, ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData,
};
use bytes::Bytes;

/// What is and what shall be.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// What is; null on create.
    #[prost(message, optional, tag = "2")]
    pub prior_state: Option<DynamicValue>,
    /// Core's merge of the prior state and the configuration; null on destroy.
    #[prost(message, optional, tag = "3")]
    pub proposed_new_state: Option<DynamicValue>,
    /// The configuration; null on destroy.
    #[prost(message, optional, tag = "4")]
    pub config: Option<DynamicValue>,
    /// The provider's own bytes from the state.
    #[prost(bytes = "bytes", tag = "5")]
    pub prior_private: Bytes,
    /// What the module says about itself.
    #[prost(message, optional, tag = "6")]
    pub provider_meta: Option<DynamicValue>,
    /// What the caller can do (6.6).
    #[prost(message, optional, tag = "7")]
    pub client_capabilities: Option<ClientCapabilities>,
    /// What the plan phase was given to hand to apply, in the first plan of the apply phase (6.11).
    #[prost(bytes = "bytes", tag = "9")]
    pub planned_private: Bytes,
    /// What identifies the object that is there (6.9).
    #[prost(message, optional, tag = "8")]
    pub prior_identity: Option<ResourceIdentityData>,
}

/// The plan.
#[derive(Clone, PartialEq, Eq, prost::Message)]
#[prost(skip_debug)]
pub struct Response {
    /// What shall be, with unknowns for what is learnt on apply.
    #[prost(message, optional, tag = "1")]
    pub planned_state: Option<DynamicValue>,
    /// Changes here need a replacement.
    #[prost(message, repeated, tag = "2")]
    pub requires_replace: Vec<AttributePath>,
    /// The provider's own bytes, handed to apply.
    #[prost(bytes = "bytes", tag = "3")]
    pub planned_private: Bytes,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "4")]
    pub diagnostics: Vec<Diagnostic>,
    /// Core's plan checks only warn.
    #[prost(bool, tag = "5")]
    pub legacy_type_system: bool,
    /// Put off (6.6).
    #[prost(message, optional, tag = "6")]
    pub deferred: Option<Deferred>,
    /// What shall identify the object (6.9); of a new one it may hold unknowns.
    #[prost(message, optional, tag = "7")]
    pub planned_identity: Option<ResourceIdentityData>,
}
with_diagnostics!(Response);
opaque_debug!(Request, Response);
