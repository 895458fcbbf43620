//! Nulls inside collections whose Rust type is not nullable.
//!
//! `["a", null]` is a list of strings for Terraform. A `Vec<String>` reads it as `["a", ""]`, and
//! writing that back must restore the original.

use std::collections::HashMap;

use crate::codec::expected::Expected;
use crate::schema::{Block, Field, Flags, Kind, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// A written value of a type, with null where a zero was written and the reference has null.
pub(super) fn restored(ty: &Type, written: Value, reference: &Value) -> Value {
    if !holds_null(reference) {
        return written;
    }
    match (ty, written, reference) {
        (Type::List(element), Value::List(written), Value::List(reference)) => Value::List(
            written
                .into_iter()
                .enumerate()
                .map(|(i, written)| inside(element, written, reference.get(i)))
                .collect(),
        ),
        (Type::Tuple(types), Value::List(written), Value::List(reference)) => Value::List(
            written
                .into_iter()
                .enumerate()
                .map(|(i, written)| match types.get(i) {
                    Some(ty) => inside(ty, written, reference.get(i)),
                    None => written,
                })
                .collect(),
        ),
        (Type::Object(fields), Value::Object(written), Value::Object(reference)) => Value::Object(
            written
                .into_iter()
                .enumerate()
                .map(|(i, written)| match fields.get(i) {
                    Some(field) => inside(&field.ty, written, reference.get(i)),
                    None => written,
                })
                .collect(),
        ),
        (Type::Map(element), Value::Map(written), Value::Map(reference)) => Value::Map(
            written
                .into_iter()
                .map(|(key, written)| {
                    let written = inside(element, written, reference.get(&key));
                    (key, written)
                })
                .collect(),
        ),
        (Type::Set(element), Value::Set(written), Value::Set(reference)) => {
            let lost = reference.iter().filter(|value| holds_null(value));
            let mut lost: Vec<&Value> = lost.collect();
            if lost.is_empty() {
                return Value::Set(written);
            }
            // Several may be read alike: the written element represents all of them.
            lost.extend(reference.iter().filter(|value| !holds_null(value)));
            let mut by_form: HashMap<Value, Vec<&Value>> = HashMap::new();
            for value in lost {
                by_form
                    .entry(read_value(element, value))
                    .or_default()
                    .push(value);
            }
            let written = written.into_vec().into_iter();
            let elements = written.flat_map(|written| match by_form.get(&written) {
                Some(values) => values.iter().map(|value| (*value).clone()).collect(),
                None => vec![written],
            });
            Value::Set(elements.collect())
        }
        (_, written, _) => written,
    }
}

fn inside(ty: &Type, written: Value, reference: Option<&Value>) -> Value {
    match reference {
        Some(Value::Null) if written.is_zero() => Value::Null,
        Some(reference) => restored(ty, written, reference),
        None => written,
    }
}

/// Replaces each element by the reference's element that provider code reads as it, since nested
/// nulls got lost.
pub(super) fn restored_elements(block: &Block, elements: &mut [Value], reference: &[Value]) {
    let lost = reference.iter().filter(|element| loses(block, element));
    let forms: HashMap<Value, &Value> = lost
        .map(|element| (read_object(block, element), element))
        .collect();
    if forms.is_empty() {
        return;
    }
    for element in elements {
        if let Some(reference) = forms.get(element) {
            *element = (*reference).clone();
        }
    }
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Dynamic(_) => false,
        other => other.children().any(holds_null),
    }
}

/// Whether reading a collection of this object loses something inside it.
fn loses(block: &Block, object: &Value) -> bool {
    let mut fields = block
        .with_values(object)
        .filter(|(field, _)| !field.is(Flags::HOLDS_NULLS));
    fields.any(|(field, value)| match (&field.kind, value) {
        (Kind::Attribute { .. }, Value::Null) => false,
        (Kind::Attribute { .. }, value) => holds_null(value),
        (Kind::Nested { block, .. } | Kind::Block { block, .. }, value) => {
            value.objects().any(|object| loses(block, object))
        }
    })
}

/// An object after its struct was read and written back.
fn read_object(block: &Block, object: &Value) -> Value {
    block.map_values(object, read_field)
}

fn read_field(field: &Field, value: &Value) -> Value {
    let absent = value.is_null() || value.is_unknown();
    if field.is(Flags::WRITE_ONLY) || absent && field.is(Flags::NULLABLE) {
        return field.absent_value();
    }
    match (&field.kind, value) {
        (Kind::Attribute { ty }, value) if !field.is(Flags::HOLDS_NULLS) || absent => {
            read_value(ty, value)
        }
        (Kind::Attribute { .. }, value) => value.clone(),
        (Kind::Nested { nesting, .. } | Kind::Block { nesting, .. }, _) if absent => {
            match nesting {
                Nesting::List => Value::List(Vec::new()),
                Nesting::Set => Value::Set(std::iter::empty().collect()),
                Nesting::Map => Value::Map(std::collections::BTreeMap::new()),
                Nesting::Single | Nesting::Group => Value::Null,
            }
        }
        (Kind::Nested { block, .. } | Kind::Block { block, .. }, value) => {
            value.map_objects(|object| read_object(block, object))
        }
    }
}

/// A value of a type after it was read and written back, with zeros for null and unknown.
fn read_value(ty: &Type, value: &Value) -> Value {
    match (ty, value) {
        // These types have no zero.
        (Type::Tuple(_) | Type::Object(_) | Type::Dynamic, Value::Null | Value::Unknown(_)) => {
            value.clone()
        }
        (ty, Value::Null | Value::Unknown(_)) => Expected::Type(ty).zero(),
        (Type::List(ty) | Type::Set(ty) | Type::Map(ty), value) => {
            let read = value.map_elements(|element| read_value(ty, element));
            read.unwrap_or_else(|| value.clone())
        }
        (Type::Tuple(types), Value::List(e)) => Value::List(
            types
                .iter()
                .zip(e)
                .map(|(ty, e)| read_value(ty, e))
                .collect(),
        ),
        (Type::Object(fields), Value::Object(e)) => Value::Object(
            fields
                .iter()
                .zip(e)
                .map(|(field, e)| read_value(&field.ty, e))
                .collect(),
        ),
        (_, value) => value.clone(),
    }
}
