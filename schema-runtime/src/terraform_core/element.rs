//! The subjects of a comparison: values within attributes, elements of sets.

use crate::codec::expected::{Expected, Form, Members};
use crate::path::{BorrowedStep, steps};
use crate::refs::Text;
use crate::schema::{Block, Field, Kind};
use crate::value::Value;

/// The declaration of a field's values. Core compares blocks as they are in the schema, also those
/// that are sent as a tuple or object because something in them is dynamic.
pub(crate) fn declared(field: &Field) -> Expected<'_> {
    match &field.kind {
        Kind::Attribute { ty } => Expected::Type(ty),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            Expected::Collection(*nesting, block)
        }
    }
}

/// The names and declarations of an object's parts.
pub(crate) fn declarations(members: Members<'_>) -> impl Iterator<Item = (&Text, Expected<'_>)> {
    (0..members.len()).filter_map(move |position| match members.field(position) {
        Some(field) => Some((&field.name, declared(field))),
        None => members.get(position),
    })
}

/// Shows each part directly inside a value, with the step to it and its declaration. Returns
/// whether the value has the parts that are expected.
pub(crate) fn each_part<'v>(
    expected: Expected<'v>,
    value: &'v Value,
    mut look: impl FnMut(BorrowedStep<'v>, Expected<'v>, &'v Value),
) -> bool {
    match (expected.form(), value) {
        (Form::List(element), Value::List(_))
        | (Form::Set(element), Value::Set(_))
        | (Form::Map(element), Value::Map(_)) => {
            steps(value).for_each(|(step, part)| look(step, element, part));
        }
        (Form::Tuple(types), Value::List(parts)) if types.len() == parts.len() => {
            let types = types.iter().map(Expected::Type);
            steps(value)
                .zip(types)
                .for_each(|((step, part), ty)| look(step, ty, part));
        }
        (Form::Object(members), Value::Object(parts)) if members.len() == parts.len() => {
            for ((name, expected), part) in declarations(members).zip(parts) {
                look(BorrowedStep::Attribute(name), expected, part);
            }
        }
        _ => return false,
    }
    true
}

/// The kind of a set's elements.
#[derive(Clone, Copy)]
pub(super) enum Element<'a> {
    /// Values within an attribute.
    Value(Expected<'a>),
    /// Blocks.
    Block(&'a Block),
}

impl Element<'_> {
    pub(super) fn has_dynamic(self) -> bool {
        match self {
            Element::Value(expected) => expected.has_dynamic(),
            Element::Block(block) => block.has_dynamic(),
        }
    }
}
