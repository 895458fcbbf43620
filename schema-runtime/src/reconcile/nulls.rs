//! Nulls inside collections whose Rust type is not nullable.
//!
//! `["a", null]` is a list of strings for Terraform. A `Vec<String>` reads it as `["a", ""]`, and
//! writing that back must restore the original.

use std::collections::HashMap;

use crate::codec::expected::Expected;
use crate::correlate::change_beside;
use crate::schema::{Block, Field, Flags, Kind};
use crate::ty::Type;
use crate::value::Value;

/// A written value of a type, with null where a zero was written and the reference has null.
pub(super) fn restored(ty: &Type, written: Value, reference: &Value) -> Value {
    if !holds_null(reference) {
        return written;
    }
    match (ty, written, reference) {
        (Type::List(element) | Type::Map(element), mut written, _) => {
            change_beside(&mut written, reference, |_, place, reference| {
                inside(element, place, reference);
            });
            written
        }
        (Type::Tuple(types), Value::List(mut written), Value::List(reference)) => {
            for (ty, (place, reference)) in types.iter().zip(written.iter_mut().zip(reference)) {
                inside(ty, place, Some(reference));
            }
            Value::List(written)
        }
        (Type::Object(fields), Value::Object(mut written), Value::Object(reference)) => {
            let parts = written.iter_mut().zip(reference);
            for (field, (place, reference)) in fields.iter().zip(parts) {
                inside(&field.ty, place, Some(reference));
            }
            Value::Object(written)
        }
        (Type::Set(element), Value::Set(written), Value::Set(reference)) => {
            let (mut lost, others): (Vec<&Value>, Vec<&Value>) =
                reference.iter().partition(|value| holds_null(value));
            // Several may be read alike: the written element represents all of them.
            lost.extend(others);
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

fn inside(ty: &Type, place: &mut Value, reference: Option<&Value>) {
    match reference {
        Some(Value::Null) if place.is_zero() => *place = Value::Null,
        Some(reference) => {
            let written = std::mem::replace(place, Value::Null);
            *place = restored(ty, written, reference);
        }
        None => {}
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
    block.replace_fields(object, &read_field)
}

fn read_field(field: &Field, value: &Value) -> Option<Value> {
    let absent = value.is_null() || value.is_unknown();
    if field.is(Flags::WRITE_ONLY) || absent && field.is(Flags::NULLABLE) {
        return Some(field.absent_value());
    }
    match &field.kind {
        Kind::Attribute { ty } if !field.is(Flags::HOLDS_NULLS) || absent => {
            Some(read_value(ty, value))
        }
        Kind::Nested { nesting, .. } | Kind::Block { nesting, .. } if absent => {
            Some(nesting.empty())
        }
        _ => None,
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
            value.map_children(|element| read_value(ty, element))
        }
        (Type::Tuple(_), Value::List(values)) => {
            let parts = ty.parts().zip(values);
            Value::List(parts.map(|(ty, part)| read_value(ty, part)).collect())
        }
        (Type::Object(_), Value::Object(values)) => {
            let parts = ty.parts().zip(values);
            Value::Object(parts.map(|(ty, part)| read_value(ty, part)).collect())
        }
        (_, value) => value.clone(),
    }
}
