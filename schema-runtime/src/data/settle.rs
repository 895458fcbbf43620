//! How values that author code wrote settle into what is stored.
//!
//! Terraform holds a provider to its plan: what was planned known must come back equal. Values
//! that only mean the same are therefore stored in the form of the reference (the planned object
//! after apply, the prior object after read).

use crate::path::{Path, Step};
use crate::schema::{Block, Field, Flags, Kind, Nesting, SuppressRequest};
use crate::set::SetValue;
use crate::value::Value;

/// The objects around a leaf, for suppress functions that look at them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    pub(crate) prior: &'a Value,
    pub(crate) config: &'a Value,
    pub(crate) block: &'a Block,
}

/// Whether two known values of an attribute mean the same, by its canonical form or its suppress
/// function. Identical values do, of course.
pub(crate) fn same_meaning(
    field: &Field,
    path: &Path,
    around: Around<'_>,
    old: &Value,
    new: &Value,
) -> bool {
    if old == new {
        return true;
    }
    if old.is_null() || new.is_null() || !old.is_wholly_known() || !new.is_wholly_known() {
        return false;
    }
    if let Some(canonical) = field.canonical()
        && canonical(old) == canonical(new)
    {
        return true;
    }
    field.suppress().is_some_and(|suppress| {
        let request = SuppressRequest {
            path,
            prior: around.prior,
            config: around.config,
            block: around.block,
        };
        suppress(&request, old, new)
    })
}

/// What is stored for a field when the author wrote `written` and `reference` was planned (or
/// stored before). `whole` says that the author wrote it as part of a struct, where a zero may
/// stand for "not set".
pub(crate) fn settle_field(
    field: &Field,
    path: &Path,
    around: Around<'_>,
    written: Value,
    reference: &Value,
    whole: bool,
) -> Value {
    match &field.kind {
        Kind::Attribute { .. } => settle_leaf(field, path, around, written, reference, whole),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
            let nullable = field.is(Flags::NULLABLE) || field.is_block();
            if !nullable && reference.is_null() && written.element_count() == Some(0) {
                return Value::Null;
            }
            settle_nested(*nesting, block, path, around, written, reference)
        }
    }
}

fn settle_leaf(
    field: &Field,
    path: &Path,
    around: Around<'_>,
    written: Value,
    reference: &Value,
    whole: bool,
) -> Value {
    if !field.is(Flags::NULLABLE) && written.is_zero() {
        let collection = written.element_count().is_some();
        // A plain field has no room for null: its zero is how null reads.
        if reference.is_null() && (collection || whole) {
            return Value::Null;
        }
        if reference.is_unknown() && whole && field.is(Flags::COMPUTED) {
            return Value::Null;
        }
    }
    if same_meaning(field, path, around, reference, &written) {
        return reference.clone();
    }
    written
}

fn settle_nested(
    nesting: Nesting,
    block: &Block,
    path: &Path,
    around: Around<'_>,
    written: Value,
    reference: &Value,
) -> Value {
    match (nesting, written, reference) {
        (Nesting::Single | Nesting::Group, written @ Value::Object(_), _) => {
            settle_object(block, path, around, written, reference)
        }
        (Nesting::List, Value::List(elements), reference) => {
            let old: &[Value] = match reference {
                Value::List(old) => old,
                _ => &[],
            };
            Value::List(
                elements
                    .into_iter()
                    .enumerate()
                    .map(|(i, element)| {
                        let path = path.clone().index(i);
                        let old = old.get(i).unwrap_or(&Value::Null);
                        settle_object(block, &path, around, element, old)
                    })
                    .collect(),
            )
        }
        (Nesting::Map, Value::Map(elements), reference) => Value::Map(
            elements
                .into_iter()
                .map(|(key, element)| {
                    let path = path.clone().key(std::sync::Arc::clone(&key));
                    let old = match reference {
                        Value::Map(old) => old.get(&key).unwrap_or(&Value::Null),
                        _ => &Value::Null,
                    };
                    let element = settle_object(block, &path, around, element, old);
                    (key, element)
                })
                .collect(),
        ),
        (Nesting::Set, Value::Set(elements), Value::Set(reference)) => {
            settle_set(block, path, around, elements, reference)
        }
        (_, written, _) => written,
    }
}

/// Elements settle against the reference element that means the same.
fn settle_set(
    block: &Block,
    path: &Path,
    around: Around<'_>,
    elements: SetValue,
    reference: &SetValue,
) -> Value {
    let forms: Vec<Value> = reference
        .iter()
        .map(|element| comparable(block, element))
        .collect();
    let mut index: std::collections::HashMap<&Value, Vec<usize>> =
        std::collections::HashMap::with_capacity(forms.len());
    for (position, form) in forms.iter().enumerate().rev() {
        index.entry(form).or_default().push(position);
    }
    Value::Set(
        elements
            .into_iter()
            .map(|element| {
                let form = comparable(block, &element);
                let old = index
                    .get_mut(&form)
                    .and_then(Vec::pop)
                    .and_then(|position| reference.as_slice().get(position));
                match old {
                    Some(old) => {
                        let path = path.clone().element(old.clone());
                        settle_object(block, &path, around, element, old)
                    }
                    None => element,
                }
            })
            .collect(),
    )
}

/// A form of a set element in which elements that may settle into each other are equal: the
/// canonical form of every leaf, zeros of plain fields as null.
pub(crate) fn comparable(block: &Block, element: &Value) -> Value {
    let Value::Object(values) = element else {
        return element.clone();
    };
    Value::Object(
        block
            .fields
            .iter()
            .zip(values)
            .map(|(field, value)| match &field.kind {
                Kind::Attribute { .. } => {
                    if value.is_null() || (!field.is(Flags::NULLABLE) && value.is_zero()) {
                        return Value::Null;
                    }
                    match field.canonical() {
                        Some(canonical) if value.is_wholly_known() => canonical(value),
                        _ => value.clone(),
                    }
                }
                Kind::Nested { block, .. } | Kind::Block { block, .. } => match value {
                    Value::List(e) => Value::List(e.iter().map(|v| comparable(block, v)).collect()),
                    Value::Set(e) => Value::Set(e.iter().map(|v| comparable(block, v)).collect()),
                    Value::Map(e) => Value::Map(
                        e.iter()
                            .map(|(k, v)| (std::sync::Arc::clone(k), comparable(block, v)))
                            .collect(),
                    ),
                    other => comparable(block, other),
                },
            })
            .collect(),
    )
}

fn settle_object(
    block: &Block,
    path: &Path,
    around: Around<'_>,
    written: Value,
    reference: &Value,
) -> Value {
    let Value::Object(values) = written else {
        return written;
    };
    let old: &[Value] = reference.as_object().unwrap_or(&[]);
    Value::Object(
        block
            .fields
            .iter()
            .zip(values)
            .enumerate()
            .map(|(i, (field, value))| {
                let mut path = path.clone();
                path.push(Step::Attribute(field.name.clone()));
                let old = match reference {
                    Value::Unknown(_) => reference,
                    _ => old.get(i).unwrap_or(&Value::Null),
                };
                settle_field(field, &path, around, value, old, true)
            })
            .collect(),
    )
}

/// The value with every unknown replaced by null, at any depth: how an object is saved when
/// nothing better is known. A block collection that is unknown as a whole becomes empty.
pub(crate) fn unknown_to_null(block: &Block, object: &Value) -> Value {
    let Value::Object(values) = object else {
        return object.clone();
    };
    Value::Object(
        block
            .fields
            .iter()
            .zip(values)
            .map(|(field, value)| known_field(field, value))
            .collect(),
    )
}

fn known_field(field: &Field, value: &Value) -> Value {
    match (&field.kind, value) {
        (_, Value::Unknown(_)) => field.absent_value(),
        (Kind::Attribute { .. }, value) => known_leaf(value),
        (Kind::Nested { block, .. } | Kind::Block { block, .. }, value) => match value {
            Value::List(e) => Value::List(e.iter().map(|v| known_element(block, v)).collect()),
            Value::Set(e) => Value::Set(e.iter().map(|v| known_element(block, v)).collect()),
            Value::Map(e) => Value::Map(
                e.iter()
                    .map(|(k, v)| (std::sync::Arc::clone(k), known_element(block, v)))
                    .collect(),
            ),
            other => known_element(block, other),
        },
    }
}

fn known_element(block: &Block, value: &Value) -> Value {
    match value {
        Value::Unknown(_) => block.empty_object(),
        other => unknown_to_null(block, other),
    }
}

fn known_leaf(value: &Value) -> Value {
    match value {
        Value::Unknown(_) => Value::Null,
        Value::List(e) => Value::List(e.iter().map(known_leaf).collect()),
        Value::Object(e) => Value::Object(e.iter().map(known_leaf).collect()),
        Value::Set(e) => Value::Set(e.iter().map(known_leaf).collect()),
        Value::Map(e) => Value::Map(
            e.iter()
                .map(|(k, v)| (std::sync::Arc::clone(k), known_leaf(v)))
                .collect(),
        ),
        Value::Dynamic(dynamic) if dynamic.value.is_unknown() => Value::Null,
        Value::Dynamic(dynamic) => Value::dynamic(dynamic.ty.clone(), known_leaf(&dynamic.value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
