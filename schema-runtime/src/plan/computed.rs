//! Computed fields that a change elsewhere makes unknown.

use std::collections::BTreeSet;

use crate::refs::Text;
use crate::schema::{Block, Flags};
use crate::value::Value;

/// Marks the fields of one object whose named fields changed, until nothing more follows. Fields
/// that are configured, or that the plan hook has fixed, stay.
pub(super) fn when_changed(
    block: &Block,
    prior: &[Value],
    config: &[Value],
    planned: &mut [Value],
    fixed: &BTreeSet<usize>,
) {
    loop {
        let mut marked = false;
        for (position, field) in block.fields.iter().enumerate() {
            let Some(paths) = field.when_changed() else {
                continue;
            };
            let open = is_open(config, position) && !fixed.contains(&position);
            let known = planned
                .get(position)
                .is_some_and(|value| !value.is_unknown());
            if open
                && known
                && paths
                    .iter()
                    .any(|path| differs(block, path, prior, planned))
                && let Some(place) = planned.get_mut(position)
            {
                *place = Value::UNKNOWN;
                marked = true;
            }
        }
        if !marked {
            return;
        }
    }
}

fn is_open(config: &[Value], position: usize) -> bool {
    config.get(position).is_none_or(Value::is_null)
}

/// Whether the values at a path of names differ; a path through a collection means all of its
/// elements.
fn differs(block: &Block, path: &[Text], prior: &[Value], planned: &[Value]) -> bool {
    let Some((name, rest)) = path.split_first() else {
        return false;
    };
    let Some((position, field)) = block.find(name) else {
        return false;
    };
    let old = prior.get(position).unwrap_or(&Value::Null);
    let new = planned.get(position).unwrap_or(&Value::Null);
    if old == new {
        return false;
    }
    match field.nested_block() {
        Some((_, nested)) if !rest.is_empty() => only(nested, rest, old) != only(nested, rest, new),
        _ => true,
    }
}

/// What is left of a nested value when only the field at a path of names counts. Two such values
/// are equal if the field is the same in every element; elements of sets have no order.
fn only(block: &Block, path: &[Text], value: &Value) -> Value {
    let Some((name, rest)) = path.split_first() else {
        return value.clone();
    };
    match value {
        Value::Object(values) => {
            let found = block
                .find(name)
                .and_then(|(position, field)| Some((field, values.get(position)?)));
            match found {
                None => Value::Null,
                Some((field, value)) => match field.nested_block() {
                    Some((_, nested)) => only(nested, rest, value),
                    None => value.clone(),
                },
            }
        }
        Value::List(elements) => {
            Value::List(elements.iter().map(|e| only(block, path, e)).collect())
        }
        Value::Map(elements) => Value::Map(
            elements
                .iter()
                .map(|(key, e)| (std::sync::Arc::clone(key), only(block, path, e)))
                .collect(),
        ),
        // As often as an element's field occurs, so often it counts.
        Value::Set(elements) => {
            let mut counts: std::collections::BTreeMap<u64, (Value, i64)> =
                std::collections::BTreeMap::new();
            for element in elements {
                let part = only(block, path, element);
                counts
                    .entry(crate::set::hash_of(&part))
                    .or_insert((part, 0))
                    .1 += 1;
            }
            Value::List(
                counts
                    .into_values()
                    .map(|(part, count)| Value::List(vec![part, Value::from(count)]))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// Whether a volatile field is anywhere in the block.
pub(super) fn has_volatile(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::VOLATILE)
            || field
                .nested_block()
                .is_some_and(|(_, nested)| has_volatile(nested))
    })
}

/// Marks every volatile field in objects of which nothing is configured.
pub(super) fn mark_volatile(block: &Block, value: &mut Value) {
    if !has_volatile(block) {
        return;
    }
    match value {
        Value::Object(values) => {
            for (field, value) in block.fields.iter().zip(values) {
                if field.is(Flags::VOLATILE) {
                    *value = Value::UNKNOWN;
                } else if let Some((_, block)) = field.nested_block() {
                    mark_volatile(block, value);
                }
            }
        }
        Value::List(elements) => elements.iter_mut().for_each(|e| mark_volatile(block, e)),
        Value::Map(elements) => elements.values_mut().for_each(|e| mark_volatile(block, e)),
        Value::Set(elements) => {
            let mut marked = std::mem::take(elements).into_vec();
            marked.iter_mut().for_each(|e| mark_volatile(block, e));
            *elements = marked.into_iter().collect();
        }
        _ => {}
    }
}
