//! [`TreeShape`]: the part of a schema for a value.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Kind, Nesting, grouped};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

/// The part of a schema for one value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TreeShape<'a> {
    /// An object with these fields.
    Block(&'a Block),
    /// A collection of objects.
    Blocks(Nesting, &'a Block),
    Type(&'a Type),
    /// Nothing is known.
    Any,
}

impl<'a> TreeShape<'a> {
    /// Converts a value of a field's Rust type to the field's form: a single block becomes a list
    /// or set of one.
    pub(crate) fn grouped(self, value: &Value) -> Value {
        match (self, value) {
            (TreeShape::Block(_), Value::List(none)) if none.is_empty() => Value::Null,
            (TreeShape::Blocks(Nesting::Set, _), Value::List(none)) if none.is_empty() => {
                grouped(Nesting::Set, Value::Null)
            }
            (TreeShape::Blocks(nesting, _), Value::Object(_)) => grouped(nesting, value.clone()),
            _ => value.clone(),
        }
    }

    /// The shape of a field.
    pub(crate) fn of(field: &'a Field) -> Self {
        match &field.kind {
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => match nesting {
                Nesting::Single | Nesting::Group => TreeShape::Block(block),
                _ => TreeShape::Blocks(*nesting, block),
            },
            Kind::Attribute { ty } => TreeShape::Type(ty),
            _ => TreeShape::Any,
        }
    }

    /// An object of a block, if the block is known.
    pub(crate) fn of_block(block: Option<&'a Block>) -> Self {
        block.map_or(TreeShape::Any, TreeShape::Block)
    }

    /// The shape of an element.
    pub(super) fn element(self) -> Self {
        match self {
            TreeShape::Blocks(_, block) => TreeShape::Block(block),
            TreeShape::Type(Type::List(ty) | Type::Set(ty) | Type::Map(ty)) => TreeShape::Type(ty),
            _ => TreeShape::Any,
        }
    }

    pub(super) fn is_set(self) -> bool {
        matches!(
            self,
            TreeShape::Blocks(Nesting::Set, _) | TreeShape::Type(Type::Set(_))
        )
    }

    /// Whether the names of the members are keys.
    pub(crate) fn is_map(self) -> bool {
        matches!(
            self,
            TreeShape::Blocks(Nesting::Map, _) | TreeShape::Type(Type::Map(_))
        )
    }

    /// The shape of a member; `None` if there is no such member.
    pub(super) fn member(self, name: &str) -> Option<Self> {
        match self {
            TreeShape::Block(block) => block.field(name).map(TreeShape::of),
            TreeShape::Type(Type::Object(attributes)) => {
                let attribute = attributes.iter().find(|one| one.name.as_str() == name);
                attribute.map(|one| TreeShape::Type(&one.ty))
            }
            TreeShape::Blocks(Nesting::Map, _) | TreeShape::Type(Type::Map(_)) => {
                Some(self.element())
            }
            TreeShape::Any | TreeShape::Type(Type::Dynamic) => Some(TreeShape::Any),
            _ => None,
        }
    }

    /// The name and shape of an object's member at a position; the position replaces an unknown
    /// name.
    pub(super) fn member_at(self, position: usize) -> (String, Self) {
        let known = match self {
            TreeShape::Block(block) => {
                let field = block.fields.get(position);
                field.map(|field| (field.name.to_string(), TreeShape::of(field)))
            }
            TreeShape::Type(Type::Object(attributes)) => {
                let attribute = attributes.get(position);
                attribute.map(|one| (one.name.to_string(), TreeShape::Type(&one.ty)))
            }
            _ => None,
        };
        known.unwrap_or_else(|| (position.to_string(), TreeShape::Any))
    }

    pub(super) fn position(self, index: usize) -> Self {
        match self {
            TreeShape::Type(Type::Tuple(types)) => {
                types.get(index).map_or(TreeShape::Any, TreeShape::Type)
            }
            _ => self.element(),
        }
    }

    /// The shape at a path; `None` if a name on the path does not exist.
    pub(crate) fn at(self, path: &Path) -> Option<Self> {
        let mut steps = path.steps().iter();
        steps.try_fold(self, |shape, step| match step {
            Step::Attribute(name) | Step::Key(name) => shape.member(name),
            Step::Index(index) => Some(shape.position(usize::try_from(*index).ok()?)),
            Step::Element(_) => Some(shape.element()),
        })
    }
}
