//! The signatures of all functions; Terraform 1.11 takes them from the provider's schema instead.

use super::{Diagnostic, Function};
use std::collections::BTreeMap;

/// Asks for the signatures.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Request {}

/// The signatures.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// Functions by name.
    #[prost(btree_map = "string, message", tag = "1")]
    pub functions: BTreeMap<String, Function>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
