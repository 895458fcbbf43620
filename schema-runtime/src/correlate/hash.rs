//! Hashes of parts of elements.

use std::hash::{Hash, Hasher};

use super::{Sets, Zeros};
use crate::schema::{Block, Field, Flags};
use crate::set::new_hasher;
use crate::value::Value;

/// Whether a place in a mask says nothing: it is unknown, or a leaf that is known in part only.
pub(super) fn is_open(field: &Field, mask: &Value) -> bool {
    match field.nested_block() {
        None => !mask.is_wholly_known(),
        Some(_) => mask.is_unknown(),
    }
}

/// Whether two known leaves mean the same by their canonical form.
pub(super) fn leaf_equal(field: &Field, a: &Value, b: &Value, zeros: Zeros) -> bool {
    if a == b {
        return true;
    }
    if zeros.is_null(field, a) || zeros.is_null(field, b) {
        return zeros.is_null(field, a) && zeros.is_null(field, b);
    }
    field
        .canonical()
        .is_some_and(|canonical| b.is_wholly_known() && canonical(a) == canonical(b))
}

fn hash_leaf(field: &Field, value: &Value, zeros: Zeros, hasher: &mut impl Hasher) {
    if zeros.is_null(field, value) {
        return Value::Null.hash(hasher);
    }
    match field.canonical() {
        Some(canonical) if value.is_wholly_known() => canonical(value).hash(hasher),
        _ => value.hash(hasher),
    }
}

/// The hash of what is never open: of every leaf that no provider fills.
pub(super) fn steady_hash(block: &Block, value: &Value, zeros: Zeros) -> u64 {
    let mut hasher = new_hasher();
    steady_object(block, value, zeros, &mut hasher);
    hasher.finish()
}

fn steady_object(block: &Block, value: &Value, zeros: Zeros, hasher: &mut impl Hasher) {
    let Value::Object(values) = value else {
        return value.is_null().hash(hasher);
    };
    for (field, value) in block.fields.iter().zip(values) {
        if field.is(Flags::COMPUTED) {
            continue;
        }
        let Some((_, block)) = field.nested_block() else {
            hash_leaf(field, value, zeros, hasher);
            continue;
        };
        if zeros.is_null(field, value) {
            false.hash(hasher);
            continue;
        }
        value.element_count().hash(hasher);
        match value {
            Value::List(elements) => {
                for element in elements {
                    steady_object(block, element, zeros, hasher);
                }
            }
            Value::Map(elements) => {
                for (key, element) in elements {
                    key.hash(hasher);
                    steady_object(block, element, zeros, hasher);
                }
            }
            Value::Set(elements) => {
                // Order must not count.
                let sum = elements.iter().fold(0u64, |sum, element| {
                    sum.wrapping_add(steady_hash(block, element, zeros))
                });
                sum.hash(hasher);
            }
            single => steady_object(block, single, zeros, hasher),
        }
    }
}

/// The hash of `value` without what is open in `mask`; nothing where the two have not the same
/// structure. Of a set inside only what is never open counts.
pub(crate) fn masked_hash(block: &Block, mask: &Value, value: &Value, zeros: Zeros) -> Option<u64> {
    let mut hasher = new_hasher();
    let how = (zeros, Sets::Whole);
    masked_object(block, mask, value, how, &mut hasher)?;
    Some(hasher.finish())
}

/// The same where the mask may yet turn out to be the value: elements of a set inside that holds
/// something unknown may become one.
pub(crate) fn possible_hash(block: &Block, mask: &Value, value: &Value) -> Option<u64> {
    let mut hasher = new_hasher();
    let how = (Zeros::Exact, Sets::Merged);
    masked_object(block, mask, value, how, &mut hasher)?;
    Some(hasher.finish())
}

fn masked_object(
    block: &Block,
    mask: &Value,
    value: &Value,
    how: (Zeros, Sets),
    hasher: &mut impl Hasher,
) -> Option<()> {
    let (zeros, sets) = how;
    let (Value::Object(masks), Value::Object(values)) = (mask, value) else {
        return (mask.is_unknown() || mask.is_null() && value.is_null()).then_some(());
    };
    for (field, (mask, value)) in block.fields.iter().zip(masks.iter().zip(values)) {
        if is_open(field, mask) {
            continue;
        }
        let Some((_, block)) = field.nested_block() else {
            hash_leaf(field, value, zeros, hasher);
            continue;
        };
        match (mask, value) {
            (Value::List(masks), Value::List(values)) if masks.len() == values.len() => {
                for (mask, value) in masks.iter().zip(values) {
                    masked_object(block, mask, value, how, hasher)?;
                }
            }
            (Value::Map(masks), Value::Map(values)) if masks.len() == values.len() => {
                for ((key, mask), (other, value)) in masks.iter().zip(values) {
                    if key != other {
                        return None;
                    }
                    masked_object(block, mask, value, how, hasher)?;
                }
            }
            (Value::Set(masks), Value::Set(values))
                if sets == Sets::Merged && !masks.iter().all(Value::is_wholly_known) =>
            {
                if masks.len() < values.len() {
                    return None;
                }
            }
            (Value::Set(masks), Value::Set(values)) if masks.len() == values.len() => {
                if masks.iter().all(|mask| is_steady(block, mask)) {
                    let sum = values.iter().fold(0u64, |sum, element| {
                        sum.wrapping_add(steady_hash(block, element, zeros))
                    });
                    sum.hash(hasher);
                }
            }
            (Value::Object(_), Value::Object(_)) => {
                masked_object(block, mask, value, how, hasher)?;
            }
            (mask, value) if zeros.is_null(field, mask) && zeros.is_null(field, value) => {}
            _ => return None,
        }
    }
    Some(())
}

/// Whether everything in an element that is never open is known.
fn is_steady(block: &Block, element: &Value) -> bool {
    let Value::Object(values) = element else {
        return !element.is_unknown();
    };
    block.fields.iter().zip(values).all(|(field, value)| {
        field.is(Flags::COMPUTED)
            || match (field.nested_block(), value) {
                (None, value) => value.is_wholly_known(),
                (Some(_), Value::Unknown(_)) => false,
                (Some((_, block)), Value::List(e)) => e.iter().all(|e| is_steady(block, e)),
                (Some((_, block)), Value::Set(e)) => e.iter().all(|e| is_steady(block, e)),
                (Some((_, block)), Value::Map(e)) => e.values().all(|e| is_steady(block, e)),
                (Some((_, block)), single) => is_steady(block, single),
            }
    })
}

/// The hash of which leaves of a mask are open.
pub(crate) fn shape_hash(block: &Block, mask: &Value) -> u64 {
    let mut hasher = new_hasher();
    shape(block, mask, &mut hasher);
    hasher.finish()
}

fn shape(block: &Block, mask: &Value, hasher: &mut impl Hasher) {
    let Value::Object(masks) = mask else {
        return (mask.is_unknown(), mask.is_null()).hash(hasher);
    };
    for (field, mask) in block.fields.iter().zip(masks) {
        let open = is_open(field, mask);
        open.hash(hasher);
        let Some((_, block)) = field.nested_block() else {
            continue;
        };
        match mask {
            _ if open => {}
            Value::List(elements) => {
                elements.len().hash(hasher);
                elements.iter().for_each(|e| shape(block, e, hasher));
            }
            Value::Map(elements) => {
                for (key, element) in elements {
                    key.hash(hasher);
                    shape(block, element, hasher);
                }
            }
            Value::Set(elements) => {
                // What counts of a set inside is whether it counts at all.
                elements.len().hash(hasher);
                elements.iter().all(|e| is_steady(block, e)).hash(hasher);
                elements.iter().all(Value::is_wholly_known).hash(hasher);
            }
            single => shape(block, single, hasher),
        }
    }
}

/// How much a mask says: its leaves that are not open, and its structure.
pub(super) fn says(block: &Block, mask: &Value) -> usize {
    let Value::Object(masks) = mask else {
        return 0;
    };
    let said = block.fields.iter().zip(masks).map(|(field, mask)| {
        let below = match (field.nested_block(), mask) {
            _ if is_open(field, mask) => return 0,
            (None, _) => 0,
            (Some((_, block)), Value::List(e)) => e.iter().map(|e| says(block, e)).sum(),
            (Some((_, block)), Value::Set(e)) => e.iter().map(|e| says(block, e)).sum(),
            (Some((_, block)), Value::Map(e)) => e.values().map(|e| says(block, e)).sum(),
            (Some((_, block)), single) => says(block, single),
        };
        1 + below
    });
    said.sum()
}
