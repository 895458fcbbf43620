//! Schemas of protocol 5: no nested attributes, and another number for write-only.

use crate::proto::common::{BlockNesting, StringKind};
use bytes::Bytes;

/// The schema of a provider, a resource, a data source or an ephemeral resource.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Schema {
    /// Version of the state's form.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The root block.
    #[prost(message, optional, tag = "2")]
    pub block: Option<Block>,
}

/// A block: attributes and nested blocks.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Block {
    /// Only looked at in the root block, where it equals the schema's.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// Attributes.
    #[prost(message, repeated, tag = "2")]
    pub attributes: Vec<Attribute>,
    /// Nested blocks.
    #[prost(message, repeated, tag = "3")]
    pub block_types: Vec<NestedBlock>,
    /// Documentation.
    #[prost(string, tag = "4")]
    pub description: String,
    /// How `description` is written.
    #[prost(enumeration = "StringKind", tag = "5")]
    pub description_kind: i32,
    /// Terraform warns when it is used.
    #[prost(bool, tag = "6")]
    pub deprecated: bool,
}

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
}

/// A block within a block.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct NestedBlock {
    /// Its name.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// What is in it.
    #[prost(message, optional, tag = "2")]
    pub block: Option<Block>,
    /// A [`BlockNesting`].
    #[prost(enumeration = "BlockNesting", tag = "3")]
    pub nesting: i32,
    /// At least so many.
    #[prost(int64, tag = "4")]
    pub min_items: i64,
    /// At most so many; 0 is no limit.
    #[prost(int64, tag = "5")]
    pub max_items: i64,
}
