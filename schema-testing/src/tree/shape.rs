//! [`Shape`]: what a schema says of a value.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Kind, Nesting};
use schema_runtime::ty::Type;

/// What a place in a schema holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape<'a> {
    /// An object with these fields.
    Block(&'a Block),
    /// A collection of objects.
    Blocks(Nesting, &'a Block),
    Type(&'a Type),
    /// Nothing is known.
    Any,
}

impl<'a> Shape<'a> {
    /// What a field holds.
    pub(crate) fn of(field: &'a Field) -> Self {
        match &field.kind {
            Kind::Attribute { ty } => Shape::Type(ty),
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => match nesting {
                Nesting::Single | Nesting::Group => Shape::Block(block),
                _ => Shape::Blocks(*nesting, block),
            },
        }
    }

    /// What an element of this holds.
    pub(super) fn element(self) -> Self {
        match self {
            Shape::Blocks(_, block) => Shape::Block(block),
            Shape::Type(Type::List(ty) | Type::Set(ty) | Type::Map(ty)) => Shape::Type(ty),
            _ => Shape::Any,
        }
    }

    pub(super) fn is_set(self) -> bool {
        matches!(
            self,
            Shape::Blocks(Nesting::Set, _) | Shape::Type(Type::Set(_))
        )
    }

    /// Whether names below this are keys.
    pub(crate) fn is_map(self) -> bool {
        matches!(
            self,
            Shape::Blocks(Nesting::Map, _) | Shape::Type(Type::Map(_))
        )
    }

    /// What a member of this holds; nothing where it has no such member.
    pub(super) fn member(self, name: &str) -> Option<Self> {
        match self {
            Shape::Block(block) => block.field(name).map(Shape::of),
            Shape::Type(Type::Object(attributes)) => attributes
                .iter()
                .find(|attribute| attribute.name.as_str() == name)
                .map(|attribute| Shape::Type(&attribute.ty)),
            Shape::Blocks(Nesting::Map, _) | Shape::Type(Type::Map(_)) => Some(self.element()),
            Shape::Any | Shape::Type(Type::Dynamic) => Some(Shape::Any),
            _ => None,
        }
    }

    pub(super) fn position(self, index: usize) -> Self {
        match self {
            Shape::Type(Type::Tuple(types)) => types.get(index).map_or(Shape::Any, Shape::Type),
            _ => self.element(),
        }
    }

    /// What is at a path; nothing where a name on the way does not exist.
    pub(crate) fn at(self, path: &Path) -> Option<Self> {
        path.steps()
            .iter()
            .try_fold(self, |shape, step| match step {
                Step::Attribute(name) | Step::Key(name) => shape.member(name),
                Step::Index(index) => Some(shape.position(usize::try_from(*index).ok()?)),
                Step::Element(_) => Some(shape.element()),
            })
    }
}
