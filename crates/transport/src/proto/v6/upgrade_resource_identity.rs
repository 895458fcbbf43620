//! Brings a saved identity to the present version (6.9); called where the versions differ, with
//! version 0 and nothing saved for objects from before there were identities.

use super::{Diagnostic, RawState, ResourceIdentityData};

/// The saved identity.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The version that wrote it.
    #[prost(int64, tag = "2")]
    pub version: i64,
    /// What it wrote; JSON only, or nothing.
    #[prost(message, optional, tag = "3")]
    pub raw_identity: Option<RawState>,
}

/// The identity in the present version.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Fully known; missing is none.
    #[prost(message, optional, tag = "1")]
    pub upgraded_identity: Option<ResourceIdentityData>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
