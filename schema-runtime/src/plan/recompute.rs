//! Computed fields that a change elsewhere makes unknown: `when_changed` and `volatile`.

use std::collections::{BTreeMap, BTreeSet};

use crate::refs::Text;
use crate::schema::{Block, Flags};
use crate::value::{SetValue, Value, hash_of};

/// Marks the fields of one object whose `when_changed` fields changed, until no more follow. Fields
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
            let open = config.get(position).is_none_or(Value::is_null)
                && !fixed.contains(&position)
                && planned.get(position).is_some_and(|v| !v.is_unknown());
            let mut paths = paths.iter();
            if open && paths.any(|path| differs(block, path, prior, config, planned)) {
                planned[position] = Value::UNKNOWN;
                marked = true;
            }
        }
        if !marked {
            return;
        }
    }
}

/// Whether the values at a path of names differ, or may differ once unknowns are known; a path
/// through a collection covers all of its elements.
fn differs(
    block: &Block,
    path: &[Text],
    prior: &[Value],
    config: &[Value],
    planned: &[Value],
) -> bool {
    let Some((name, rest)) = path.split_first() else {
        return false;
    };
    let Some((position, field)) = block.find(name) else {
        return false;
    };
    let old = prior.get(position).unwrap_or(&Value::Null);
    let new = planned.get(position).unwrap_or(&Value::Null);
    // The engine itself completes a change that reads alike; provider code could recompute nothing.
    if old == new || field.is(Flags::FORCE_NEW) && field.reads_alike(old, new) {
        return false;
    }
    match field.nested_block() {
        Some((_, nested)) if !rest.is_empty() => {
            project(nested, rest, old) != project(nested, rest, new)
                || config
                    .get(position)
                    .is_some_and(|config| may_shrink(nested, rest, config))
        }
        _ => true,
    }
}

/// Whether elements of a set on the way may merge, so that the field at a path of names occurs once
/// less.
fn may_shrink(block: &Block, path: &[Text], config: &Value) -> bool {
    if config.is_wholly_known() {
        return false;
    }
    let inside = |element: &Value| {
        let (Some((name, rest)), Value::Object(values)) = (path.split_first(), element) else {
            return false;
        };
        let found = block.find(name);
        found.is_some_and(|(position, field)| match field.nested_block() {
            Some((_, nested)) if !rest.is_empty() => values
                .get(position)
                .is_some_and(|value| may_shrink(nested, rest, value)),
            _ => false,
        })
    };
    let merges = match config {
        Value::Set(elements) => may_merge(block, elements),
        _ => false,
    };
    merges || config.objects().any(inside)
}

/// Whether an unknown element of a set may be the same as another.
fn may_merge(block: &Block, elements: &SetValue) -> bool {
    let elements = elements.as_slice();
    let unknown = || {
        elements
            .iter()
            .enumerate()
            .filter(|(_, e)| !e.is_wholly_known())
    };
    if unknown().count().saturating_mul(elements.len()) > MOST_PAIRS {
        return true;
    }
    unknown().any(|(i, one)| {
        let mut others = elements.iter().enumerate();
        others.any(|(j, other)| i != j && may_meet(block, one, other))
    })
}

/// How many pairs of elements are compared.
const MOST_PAIRS: usize = 4096;

/// Whether two configured elements may be planned the same.
fn may_meet(block: &Block, one: &Value, other: &Value) -> bool {
    let (Value::Object(one), Value::Object(other)) = (one, other) else {
        return one == other || one.is_unknown() || other.is_unknown();
    };
    let fields = block.fields.iter().zip(one.iter().zip(other));
    fields.into_iter().all(|(field, (one, other))| {
        let filled = field.is(Flags::COMPUTED) || field.default().is_some();
        one == other
            || !one.is_wholly_known()
            || !other.is_wholly_known()
            || filled && (one.is_null() || other.is_null())
            // Nested values that are filled in are ignored.
            || field.nested_block().is_some() && one.element_count() == other.element_count()
    })
}

/// A nested value reduced to the field at a path of names. Two such values are equal if the field
/// is the same in every element; set elements have no order.
fn project(block: &Block, path: &[Text], value: &Value) -> Value {
    let Some((name, rest)) = path.split_first() else {
        return value.clone();
    };
    match value {
        Value::Object(values) => {
            let found = block.find(name);
            match found.and_then(|(position, field)| Some((field, values.get(position)?))) {
                None => Value::Null,
                Some((field, value)) => match field.nested_block() {
                    Some((_, nested)) => project(nested, rest, value),
                    None => value.clone(),
                },
            }
        }
        // An element's field counts as often as it occurs.
        Value::Set(elements) => {
            let mut counts: BTreeMap<u64, (Value, i64)> = BTreeMap::new();
            for element in elements {
                let part = project(block, path, element);
                counts.entry(hash_of(&part)).or_insert((part, 0)).1 += 1;
            }
            let counts = counts.into_values();
            let counted = counts.map(|(part, count)| Value::List(vec![part, Value::from(count)]));
            Value::List(counted.collect())
        }
        other => other.map_children(|element| project(block, path, element)),
    }
}

/// Whether the block has a volatile field at any depth.
pub(super) fn has_volatile(block: &Block) -> bool {
    block.any_field(&|field| field.is(Flags::VOLATILE))
}

/// Marks every volatile field in objects without configured fields.
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
        other => other.change_elements(|element| mark_volatile(block, element)),
    }
}
