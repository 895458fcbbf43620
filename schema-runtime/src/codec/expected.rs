//! [`Expected`]: one view of types and schemas, for codecs that are directed by either.

use crate::refs::Text;
use crate::schema::{Block, Field, Kind, Nesting};
use crate::ty::{ObjectAttribute, Type};
use crate::value::Value;

/// The value that is expected in a place.
#[derive(Clone, Copy)]
pub(crate) enum Expected<'a> {
    /// A value of a type.
    Type(&'a Type),
    /// One object with a block's fields.
    Object(&'a Block),
    /// A collection of such objects.
    Collection(Nesting, &'a Block),
    /// A list (or else a map) of blocks with something dynamic inside, which travels as one dynamic
    /// value.
    DynamicBlocks(bool, &'a Block),
}

/// The kind of value that is [`Expected`].
#[derive(Clone, Copy)]
pub(crate) enum Form<'a> {
    String,
    Number,
    Bool,
    Dynamic,
    /// True for a list.
    DynamicBlocks(bool, &'a Block),
    List(Expected<'a>),
    Set(Expected<'a>),
    Map(Expected<'a>),
    Tuple(&'a [Type]),
    Object(Members<'a>),
}

/// The attributes of an object, sorted by name.
#[derive(Clone, Copy)]
pub(crate) enum Members<'a> {
    Attributes(&'a [ObjectAttribute]),
    Fields(&'a [Field]),
}

impl<'a> Expected<'a> {
    pub(crate) fn of_field(field: &'a Field) -> Self {
        match &field.kind {
            Kind::Attribute { ty } => Expected::Type(ty),
            Kind::Nested { nesting, block } => Expected::Collection(*nesting, block),
            Kind::Block { nesting, block, .. } => {
                if matches!(nesting, Nesting::List | Nesting::Map) && block.has_dynamic() {
                    Expected::DynamicBlocks(*nesting == Nesting::List, block)
                } else {
                    Expected::Collection(*nesting, block)
                }
            }
        }
    }

    pub(crate) fn form(self) -> Form<'a> {
        match self {
            Expected::Type(ty) => match ty {
                Type::String => Form::String,
                Type::Number => Form::Number,
                Type::Bool => Form::Bool,
                Type::Dynamic => Form::Dynamic,
                Type::List(element) => Form::List(Expected::Type(element)),
                Type::Set(element) => Form::Set(Expected::Type(element)),
                Type::Map(element) => Form::Map(Expected::Type(element)),
                Type::Tuple(elements) => Form::Tuple(elements),
                Type::Object(attributes) => Form::Object(Members::Attributes(attributes)),
            },
            Expected::Object(block) => Form::Object(Members::Fields(&block.fields)),
            Expected::Collection(nesting, block) => match nesting {
                Nesting::Single | Nesting::Group => Form::Object(Members::Fields(&block.fields)),
                Nesting::List => Form::List(Expected::Object(block)),
                Nesting::Set => Form::Set(Expected::Object(block)),
                Nesting::Map => Form::Map(Expected::Object(block)),
            },
            Expected::DynamicBlocks(list, block) => Form::DynamicBlocks(list, block),
        }
    }

    /// The value that replaces a null where null is not allowed.
    pub(crate) fn zero(self) -> Value {
        match self.form() {
            Form::String => Value::from(""),
            Form::Number => Value::from(0),
            Form::Bool => Value::from(false),
            // A value of any type has no zero of its own.
            Form::Dynamic => Value::Null,
            Form::List(_) | Form::DynamicBlocks(true, _) => Value::List(Vec::new()),
            Form::Set(_) => Value::Set(std::iter::empty().collect()),
            Form::Map(_) | Form::DynamicBlocks(false, _) => {
                Value::Map(std::collections::BTreeMap::new())
            }
            Form::Tuple(types) => Value::List(vec![Value::Null; types.len()]),
            Form::Object(members) => {
                Value::Object((0..members.len()).map(|i| members.absent(i)).collect())
            }
        }
    }

    /// Whether something in here is dynamic, at any depth.
    pub(crate) fn has_dynamic(self) -> bool {
        match self {
            Expected::Type(ty) => ty.has_dynamic(),
            Expected::Object(block) | Expected::Collection(_, block) => block.has_dynamic(),
            Expected::DynamicBlocks(..) => true,
        }
    }

    /// The type of values here, dynamic where undecided.
    pub(crate) fn ty(self) -> Type {
        match self {
            Expected::Type(ty) => ty.clone(),
            Expected::Object(block) => block.implied_type(),
            Expected::Collection(nesting, block) => nesting.type_of(block.implied_type()),
            Expected::DynamicBlocks(..) => Type::Dynamic,
        }
    }
}

impl<'a> Form<'a> {
    /// Blocks with something dynamic inside as the list or map that they are, however it travels.
    pub(crate) fn content(self) -> Self {
        match self {
            Form::DynamicBlocks(true, block) => Form::List(Expected::Object(block)),
            Form::DynamicBlocks(false, block) => Form::Map(Expected::Object(block)),
            other => other,
        }
    }
}

impl<'a> Members<'a> {
    pub(crate) fn len(self) -> usize {
        match self {
            Members::Attributes(attributes) => attributes.len(),
            Members::Fields(fields) => fields.len(),
        }
    }

    /// The name at a position, and what is expected there.
    pub(crate) fn get(self, position: usize) -> Option<(&'a Text, Expected<'a>)> {
        match self {
            Members::Attributes(all) => all.get(position).map(|a| (&a.name, Expected::Type(&a.ty))),
            Members::Fields(all) => all.get(position).map(|f| (&f.name, Expected::of_field(f))),
        }
    }

    /// The field itself, if the members are a block's.
    pub(crate) fn field(self, position: usize) -> Option<&'a Field> {
        match self {
            Members::Attributes(_) => None,
            Members::Fields(fields) => fields.get(position),
        }
    }

    /// The value of a member that is missing: neither a block collection nor a group block is ever
    /// null.
    pub(crate) fn absent(self, position: usize) -> Value {
        self.field(position)
            .map_or(Value::Null, Field::absent_value)
    }

    /// The value of a member as a client sent it. Terraform sends an omitted block in its empty
    /// form, other clients (Pulumi's bridge) as null: it is the empty form here. In a computed
    /// block null means that it is not configured.
    pub(crate) fn sent(self, position: usize, value: Value) -> Value {
        match self.field(position) {
            Some(field) if matches!(value, Value::Null) && !field.is_computed_block() => {
                field.absent_value()
            }
            _ => value,
        }
    }

    /// The position of this name.
    pub(crate) fn find(self, name: &str) -> Option<usize> {
        match self {
            Members::Attributes(all) => all.binary_search_by(|a| (*a.name).cmp(name)),
            Members::Fields(all) => all.binary_search_by(|f| (*f.name).cmp(name)),
        }
        .ok()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = (&'a Text, Expected<'a>)> {
        (0..self.len()).map_while(move |position| self.get(position))
    }
}
