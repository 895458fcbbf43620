//! Schemas: the same messages in both protocols, except for attributes.

use super::common::StringKind;
use std::fmt::Debug;

/// The attribute of one protocol.
pub trait AttributeMessage: prost::Message + Default + PartialEq + Debug {}

messages_of_attributes! {
    /// The schema of a provider, a resource, a data source or an ephemeral resource.
    Schema {
        /// The version of the state's format.
        [int64, tag = "1"] version: i64,
        /// The root block.
        [message, optional, tag = "2"] block: Option<Block<A>>,
    }

    /// The schema of an action.
    ActionSchema {
        /// The `config` of the `action` block; Terraform crashes without it.
        [message, optional, tag = "1"] schema: Option<Schema<A>>,
    }

    /// A block: attributes and nested blocks.
    Block {
        /// Only used in the root block, where it equals the schema's version.
        [int64, tag = "1"] version: i64,
        /// Attributes.
        [message, repeated, tag = "2"] attributes: Vec<A>,
        /// Nested blocks.
        [message, repeated, tag = "3"] block_types: Vec<NestedBlock<A>>,
        /// Documentation.
        [string, tag = "4"] description: String,
        /// How `description` is written.
        [enumeration = "StringKind", tag = "5"] description_kind: i32,
        /// Terraform warns when it is used.
        [bool, tag = "6"] deprecated: bool,
        /// The warning, since Terraform 1.15; without `deprecated` it must be empty, or the schema
        /// is rejected.
        [string, tag = "7"] deprecation_message: String,
        /// For a nested block: if the configuration has none, the provider may choose them (6.11).
        /// Protocol 5 has no such blocks.
        [bool, tag = "8"] computed: bool,
    }

    /// A block within a block.
    NestedBlock {
        /// Its name.
        [string, tag = "1"] type_name: String,
        /// Its contents.
        [message, optional, tag = "2"] block: Option<Block<A>>,
        /// A [`BlockNesting`].
        [enumeration = "BlockNesting", tag = "3"] nesting: i32,
        /// The minimum number.
        [int64, tag = "4"] min_items: i64,
        /// The maximum number; 0 means no limit.
        [int64, tag = "5"] max_items: i64,
    }
}

impl<A: AttributeMessage> Block<A> {
    /// The same block with the attributes of the other protocol; `block` gets the name of each
    /// nested block.
    ///
    /// # Errors
    /// The first error of one of the functions.
    pub fn try_map<B: AttributeMessage, E>(
        self,
        attribute: impl FnMut(A) -> Result<B, E>,
        mut block: impl FnMut(&str, Self) -> Result<Block<B>, E>,
    ) -> Result<Block<B>, E> {
        let attributes = self.attributes.into_iter().map(attribute);
        let blocks = self.block_types.into_iter().map(|nested| {
            let inner = nested.block.map(|inner| block(&nested.type_name, inner));
            Ok(NestedBlock {
                block: inner.transpose()?,
                type_name: nested.type_name,
                nesting: nested.nesting,
                min_items: nested.min_items,
                max_items: nested.max_items,
            })
        });
        Ok(Block {
            version: self.version,
            attributes: attributes.collect::<Result<_, E>>()?,
            block_types: blocks.collect::<Result<_, E>>()?,
            description: self.description,
            description_kind: self.description_kind,
            deprecated: self.deprecated,
            deprecation_message: self.deprecation_message,
            computed: self.computed,
        })
    }
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
