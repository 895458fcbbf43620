//! What identifies the objects of the resources (6.9); asked for from Terraform 1.12 on.

use super::Diagnostic;
use bytes::Bytes;
use std::collections::BTreeMap;

/// Asks for them.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Request {}

/// Those that there are.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// By the resource's type.
    #[prost(btree_map = "string, message", tag = "1")]
    pub identity_schemas: BTreeMap<String, ResourceIdentitySchema>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);

/// What identifies the objects of one resource.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct ResourceIdentitySchema {
    /// The version of identities in states.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The attributes.
    #[prost(message, repeated, tag = "2")]
    pub identity_attributes: Vec<IdentityAttribute>,
}

/// An attribute of an identity; required for import, or optional.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct IdentityAttribute {
    /// Its name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// Its type in JSON.
    #[prost(bytes = "bytes", tag = "2")]
    pub r#type: Bytes,
    /// An import must say it.
    #[prost(bool, tag = "3")]
    pub required_for_import: bool,
    /// An import may say it.
    #[prost(bool, tag = "4")]
    pub optional_for_import: bool,
    /// What it is.
    #[prost(string, tag = "5")]
    pub description: String,
}
