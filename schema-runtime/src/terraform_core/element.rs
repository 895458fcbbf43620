//! The subjects of a comparison: values within attributes, elements of sets.

use crate::schema::{Block, Field, Kind, Nesting};
use crate::ty::Type;

/// The declaration that a value within an attribute belongs to.
#[derive(Clone, Copy)]
pub(super) enum AttributeKind<'a> {
    /// A type.
    Type(&'a Type),
    /// A nested attribute.
    Nested(Nesting, &'a Block),
    /// One object of a nested attribute.
    Object(&'a Block),
}

impl<'a> AttributeKind<'a> {
    /// For a field's values.
    pub(super) fn of(field: &'a Field) -> Self {
        match &field.kind {
            Kind::Attribute { ty } => AttributeKind::Type(ty),
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                AttributeKind::Nested(*nesting, block)
            }
        }
    }

    pub(super) fn has_dynamic(self) -> bool {
        match self {
            AttributeKind::Type(ty) => ty.has_dynamic(),
            AttributeKind::Nested(_, block) | AttributeKind::Object(block) => block.has_dynamic(),
        }
    }
}

/// The kind of a set's elements.
#[derive(Clone, Copy)]
pub(super) enum Element<'a> {
    /// Values within an attribute.
    Value(AttributeKind<'a>),
    /// Blocks.
    Block(&'a Block),
}

impl Element<'_> {
    pub(super) fn has_dynamic(self) -> bool {
        match self {
            Element::Value(kind) => kind.has_dynamic(),
            Element::Block(block) => block.has_dynamic(),
        }
    }
}
