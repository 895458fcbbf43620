//! Attributes of protocol 6: they may be nested.

use super::StringKind;
use crate::proto::schema::AttributeMessage;
use bytes::Bytes;

/// An attribute.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Attribute {
    /// Its name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// Its type constraint in JSON; empty when `nested_type` is set. Malformed JSON makes Terraform
    /// panic.
    #[prost(bytes = "bytes", tag = "2")]
    pub r#type: Bytes,
    /// The attributes within, of a nested attribute.
    #[prost(message, optional, tag = "10")]
    pub nested_type: Option<Object>,
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
    /// Only in the configuration, never in plan or state (6.8).
    #[prost(bool, tag = "11")]
    pub write_only: bool,
    /// What Terraform warns with, from 1.15 on; not empty only where `deprecated` is set, or the
    /// schema is rejected.
    #[prost(string, tag = "12")]
    pub deprecation_message: String,
}

impl AttributeMessage for Attribute {}

/// The inside of a nested attribute.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Object {
    /// Attributes.
    #[prost(message, repeated, tag = "1")]
    pub attributes: Vec<Attribute>,
    /// An [`ObjectNesting`].
    #[prost(enumeration = "ObjectNesting", tag = "3")]
    pub nesting: i32,
}

/// How a nested attribute repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum ObjectNesting {
    /// Not set.
    Invalid = 0,
    /// One object.
    Single = 1,
    /// A list of objects.
    List = 2,
    /// A set of objects.
    Set = 3,
    /// A map of objects.
    Map = 4,
}
