//! Attributes of protocol 5: none is nested, and write-only has another number.

use crate::proto::common::StringKind;
use crate::proto::schema::AttributeMessage;
use bytes::Bytes;

/// An attribute.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Attribute {
    /// Its name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// Its type constraint in JSON.
    #[prost(bytes = "bytes", tag = "2")]
    pub r#type: Bytes,
    /// Documentation.
    #[prost(string, tag = "3")]
    pub description: String,
    /// Must be configured.
    #[prost(bool, tag = "4")]
    pub required: bool,
    /// May be configured.
    #[prost(bool, tag = "5")]
    pub optional: bool,
    /// May be filled by the provider.
    #[prost(bool, tag = "6")]
    pub computed: bool,
    /// Hidden in output.
    #[prost(bool, tag = "7")]
    pub sensitive: bool,
    /// How `description` is written.
    #[prost(enumeration = "StringKind", tag = "8")]
    pub description_kind: i32,
    /// Terraform warns when it is used.
    #[prost(bool, tag = "9")]
    pub deprecated: bool,
    /// Only in the configuration, never in plan or state (5.8).
    #[prost(bool, tag = "10")]
    pub write_only: bool,
    /// What Terraform warns with, from 1.15 on; not empty only where `deprecated` is set, or the
    /// schema is rejected.
    #[prost(string, tag = "11")]
    pub deprecation_message: String,
}

impl AttributeMessage for Attribute {}
