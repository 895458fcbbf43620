//! Brings a saved state to the present schema; called for every object read from a state, also at
//! equal versions.

use super::{Diagnostic, DynamicValue, RawState};

/// The saved state.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The schema version that wrote it.
    #[prost(int64, tag = "2")]
    pub version: i64,
    /// What it wrote.
    #[prost(message, optional, tag = "3")]
    pub raw_state: Option<RawState>,
}

/// The state by the present schema.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Fully known, write-only attributes null.
    #[prost(message, optional, tag = "1")]
    pub upgraded_state: Option<DynamicValue>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
