//! Schemas: the same messages in both protocols, except for attributes.

use super::common::StringKind;
use std::fmt::Debug;

/// The attribute of one protocol.
pub trait AttributeMessage: prost::Message + Default + PartialEq + Debug {}

/// The schema of a provider, a resource, a data source or an ephemeral resource.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Schema<A: AttributeMessage> {
    /// The version of the state's format.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// The root block.
    #[prost(message, optional, tag = "2")]
    pub block: Option<Block<A>>,
}

/// The schema of an action.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct ActionSchema<A: AttributeMessage> {
    /// The `config` of the `action` block; Terraform crashes without it.
    #[prost(message, optional, tag = "1")]
    pub schema: Option<Schema<A>>,
}

/// A block: attributes and nested blocks.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Block<A: AttributeMessage> {
    /// Only used in the root block, where it equals the schema's version.
    #[prost(int64, tag = "1")]
    pub version: i64,
    /// Attributes.
    #[prost(message, repeated, tag = "2")]
    pub attributes: Vec<A>,
    /// Nested blocks.
    #[prost(message, repeated, tag = "3")]
    pub block_types: Vec<NestedBlock<A>>,
    /// Documentation.
    #[prost(string, tag = "4")]
    pub description: String,
    /// How `description` is written.
    #[prost(enumeration = "StringKind", tag = "5")]
    pub description_kind: i32,
    /// Terraform warns when it is used.
    #[prost(bool, tag = "6")]
    pub deprecated: bool,
    /// The warning, since Terraform 1.15; without `deprecated` it must be empty, or the schema is
    /// rejected.
    #[prost(string, tag = "7")]
    pub deprecation_message: String,
    /// For a nested block: if the configuration has none, the provider may choose them (6.11).
    /// Protocol 5 has no such blocks.
    #[prost(bool, tag = "8")]
    pub computed: bool,
}

/// A block within a block.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct NestedBlock<A: AttributeMessage> {
    /// Its name.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// Its contents.
    #[prost(message, optional, tag = "2")]
    pub block: Option<Block<A>>,
    /// A [`BlockNesting`].
    #[prost(enumeration = "BlockNesting", tag = "3")]
    pub nesting: i32,
    /// The minimum number.
    #[prost(int64, tag = "4")]
    pub min_items: i64,
    /// The maximum number; 0 means no limit.
    #[prost(int64, tag = "5")]
    pub max_items: i64,
}

/// How a nested block repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum BlockNesting {
    /// Not set.
    Invalid = 0,
    /// At most one; null when absent.
    Single = 1,
    /// A list of blocks.
    List = 2,
    /// A set of blocks.
    Set = 3,
    /// Blocks with one label.
    Map = 4,
    /// Exactly one, an object of nulls when absent.
    Group = 5,
}
