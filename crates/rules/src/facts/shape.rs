//! The kind of value that a field holds.

use alloc::boxed::Box;

use super::block::BlockFacts;
use crate::scalar::Scalar;

/// A kind of collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collection {
    /// Ordered, with duplicates.
    List,
    /// Unordered, without duplicates.
    Set,
    /// String keys to values.
    Map,
}

impl Collection {
    /// The kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Collection::List => "list",
            Collection::Set => "set",
            Collection::Map => "map",
        }
    }
}

/// How nested structs are repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// One or none.
    Single,
    /// One, always present, filled with nulls (blocks only).
    Group,
    /// A list.
    List,
    /// A set.
    Set,
    /// A map (labelled blocks).
    Map,
}

impl Nesting {
    /// The kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Nesting::Single => "single",
            Nesting::Group => "group",
            Nesting::List => "list",
            Nesting::Set => "set",
            Nesting::Map => "map",
        }
    }
}

/// The kind of value that a field holds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Shape<'a> {
    /// The caller cannot see the type; type rules give no verdict.
    #[default]
    Unknown,
    /// A primitive value.
    Scalar(Scalar),
    /// A value of any type.
    Dynamic,
    /// An object or a tuple as one value.
    Object,
    /// A list, set or map.
    Collection(Collection, Box<Shape<'a>>),
    /// A nested attribute.
    Nested {
        /// How often it occurs.
        nesting: Nesting,
        /// Its fields, if the caller can see them.
        block: Option<Box<BlockFacts<'a>>>,
    },
    /// A nested block.
    Block {
        /// How often it occurs.
        nesting: Nesting,
        /// Its fields, if the caller can see them.
        block: Option<Box<BlockFacts<'a>>>,
    },
}

impl<'a> Shape<'a> {
    /// A collection of elements with this shape.
    #[must_use]
    pub fn collection(kind: Collection, element: Shape<'a>) -> Self {
        Shape::Collection(kind, Box::new(element))
    }

    /// A nested block with these fields.
    #[must_use]
    pub fn block(nesting: Nesting, block: Option<BlockFacts<'a>>) -> Self {
        Shape::Block {
            nesting,
            block: block.map(Box::new),
        }
    }

    /// A nested attribute with these fields.
    #[must_use]
    pub fn nested(nesting: Nesting, block: Option<BlockFacts<'a>>) -> Self {
        Shape::Nested {
            nesting,
            block: block.map(Box::new),
        }
    }

    /// How nested structs are repeated, if it holds any.
    #[must_use]
    pub const fn nesting(&self) -> Option<Nesting> {
        match self {
            Shape::Nested { nesting, .. } | Shape::Block { nesting, .. } => Some(*nesting),
            _ => None,
        }
    }

    /// The shape in words, without an article.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Shape::Unknown => "value",
            Shape::Scalar(s) => s.words(),
            Shape::Dynamic => "dynamic value",
            Shape::Object => "object",
            Shape::Collection(kind, _) => kind.words(),
            Shape::Nested { .. } => "nested attribute",
            Shape::Block { .. } => "block",
        }
    }
}
