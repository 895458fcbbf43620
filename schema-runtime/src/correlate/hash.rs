//! Hashes of what set elements have configured, and of their shape, to find partners.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Comparison, Sets, Zeros};
use crate::schema::{Block, Field, Flags};
use crate::value::{Value, new_hasher};

/// Whether a place in a mask is open: it is unknown, or a leaf that is only partly known.
pub(super) fn is_open(field: &Field, mask: &Value) -> bool {
    match field.nested_block() {
        None => !mask.is_wholly_known(),
        Some(_) => mask.is_unknown(),
    }
}

/// A mask without its open leaves.
pub(super) fn closed(block: &Block, mask: &Value) -> Value {
    block.replace_fields(mask, &|field, value| {
        is_open(field, value).then(|| field.absent_value())
    })
}

/// Whether a known leaf of a mask and one of a value have the same canonical form.
pub(super) fn leaf_equal(field: &Field, mask: &Value, value: &Value, zeros: Zeros) -> bool {
    if mask == value {
        return true;
    }
    if mask.is_null()
        || value.is_null()
        || zeros.is_null(field, mask) != zeros.is_null(field, value)
    {
        return zeros.mask_is_null(field, mask) && zeros.is_null(field, value);
    }
    if zeros == Zeros::Same && without_zeros(mask) == without_zeros(value) {
        return true;
    }
    field
        .canonical()
        .is_some_and(|canonical| value.is_wholly_known() && canonical(mask) == canonical(value))
}

fn hash_leaf(field: &Field, value: &Value, zeros: Zeros, hasher: &mut impl Hasher) {
    if zeros.is_null(field, value) {
        return Value::Null.hash(hasher);
    }
    match field.canonical() {
        Some(canonical) if value.is_wholly_known() => canonical(value).hash(hasher),
        _ if zeros == Zeros::Same => without_zeros(value).hash(hasher),
        _ => value.hash(hasher),
    }
}

/// Null for every zero inside a collection.
fn without_zeros(value: &Value) -> Value {
    let inside = |value: &Value| match value {
        value if value.is_zero() => Value::Null,
        value => without_zeros(value),
    };
    match value {
        Value::Dynamic(_) => value.clone(),
        _ => Some(value.map_children(inside))
            // A set keeps its number of elements.
            .filter(|made| made.element_count() == value.element_count())
            .unwrap_or_else(|| value.clone()),
    }
}

/// What is hashed of a field, as far as that is known for a set of masks at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    All,
    /// Every leaf that the provider may not fill.
    Steady,
    Nothing,
}

/// What is hashed of a field, and which of its values count as null.
#[derive(Clone, Copy)]
struct Hashed {
    zeros: Zeros,
    part: Part,
}

/// The hash of every leaf that the provider may not fill. An unknown is hashed as such.
pub(super) fn fixed_hash(block: &Block, value: &Value, zeros: Zeros) -> u64 {
    let mut hasher = new_hasher();
    let part = Part::Steady;
    hash_object(block, value, Hashed { zeros, part }, &mut hasher);
    hasher.finish()
}

fn hash_object(block: &Block, value: &Value, hashed: Hashed, hasher: &mut impl Hasher) {
    if !matches!(value, Value::Object(_)) {
        return value.is_null().hash(hasher);
    }
    for (field, value) in block.with_values(value) {
        hash_field(field, value, hashed, hasher);
    }
}

fn hash_field(field: &Field, value: &Value, hashed: Hashed, hasher: &mut impl Hasher) {
    let Hashed { zeros, part } = hashed;
    if part == Part::Nothing || part == Part::Steady && field.is(Flags::COMPUTED) {
        return;
    }
    let Some((_, block)) = field.nested_block() else {
        return hash_leaf(field, value, zeros, hasher);
    };
    if zeros.is_null(field, value) {
        return false.hash(hasher);
    }
    value.element_count().hash(hasher);
    match value {
        Value::List(elements) => {
            for element in elements {
                hash_object(block, element, hashed, hasher);
            }
        }
        Value::Map(elements) => {
            for (key, element) in elements {
                key.hash(hasher);
                hash_object(block, element, hashed, hasher);
            }
        }
        Value::Set(elements) => {
            let hash =
                |element: &Value, hasher: &mut _| hash_object(block, element, hashed, hasher);
            hash_elements(elements.as_slice(), hash, hasher);
        }
        single => hash_object(block, single, hashed, hasher),
    }
}

/// The hash of a set's elements, independent of their order.
fn hash_elements(
    elements: &[Value],
    hash: impl Fn(&Value, &mut DefaultHasher),
    hasher: &mut impl Hasher,
) {
    let sum = elements.iter().fold(0u64, |sum, element| {
        let mut hasher = new_hasher();
        hash(element, &mut hasher);
        sum.wrapping_add(hasher.finish())
    });
    sum.hash(hasher);
}

/// The hash of `value` without what is open in `mask`; `None` if their structures differ. In a
/// nested set, only what no element leaves open counts, or nothing if some elements may have
/// merged.
pub(super) fn masked_hash(
    block: &Block,
    mask: &Value,
    value: &Value,
    how: Comparison,
) -> Option<u64> {
    let mut hasher = new_hasher();
    masked_object(block, mask, value, how, &mut hasher)?;
    Some(hasher.finish())
}

/// The same if the mask may still turn out to be the value: elements of a nested set that holds an
/// unknown may merge.
pub(crate) fn possible_hash(block: &Block, mask: &Value, value: &Value) -> Option<u64> {
    let (zeros, sets) = (Zeros::Exact, Sets::Open);
    masked_hash(block, mask, value, Comparison { zeros, sets })
}

fn masked_object(
    block: &Block,
    mask: &Value,
    value: &Value,
    how: Comparison,
    hasher: &mut impl Hasher,
) -> Option<()> {
    let Comparison { zeros, sets } = how;
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
                for (mask, (key, value)) in masks.values().zip(values) {
                    key.hash(hasher);
                    masked_object(block, mask, value, how, hasher)?;
                }
            }
            (Value::Set(masks), Value::Set(values))
                if sets == Sets::Merged
                    || sets == Sets::Open && !masks.iter().all(Value::is_wholly_known) =>
            {
                if masks.len() < values.len() {
                    return None;
                }
            }
            (Value::Set(masks), Value::Set(values)) if masks.len() == values.len() => {
                let parts = parts(block, masks.as_slice());
                let hash = |element: &Value, hasher: &mut _| {
                    let values = element.as_object().into_iter().flatten();
                    for ((field, value), part) in block.fields.iter().zip(values).zip(&parts) {
                        hash_field(field, value, Hashed { zeros, part: *part }, hasher);
                    }
                };
                // An empty one may count as null, which adds nothing to the hash.
                if !values.is_empty() {
                    hash_elements(values.as_slice(), hash, hasher);
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

/// What counts in each field of a set's elements. Which element matches which mask is not known, so
/// only what no mask leaves open counts.
fn parts(block: &Block, masks: &[Value]) -> Vec<Part> {
    let part = |(position, field): (usize, &Field)| {
        let values = masks.iter().map(|mask| mask.as_object()?.get(position));
        let all = |known: fn(&Field, &Value) -> bool| {
            values
                .clone()
                .all(|value| value.is_some_and(|value| known(field, value)))
        };
        if all(|_, value| value.is_wholly_known()) {
            Part::All
        } else if all(is_fixed) {
            Part::Steady
        } else {
            Part::Nothing
        }
    };
    block.fields.iter().enumerate().map(part).collect()
}

/// Whether everything that the provider may not fill is known.
fn is_fixed(field: &Field, value: &Value) -> bool {
    if field.is(Flags::COMPUTED) {
        return true;
    }
    let Some((_, block)) = field.nested_block() else {
        return value.is_wholly_known();
    };
    value.objects().all(|object| {
        let mut fields = block.with_values(object);
        !object.is_unknown() && fields.all(|(field, value)| is_fixed(field, value))
    })
}

/// The hash of which leaves of a mask are open for [`masked_hash`].
pub(super) fn shape_hash(block: &Block, mask: &Value, sets: Sets) -> u64 {
    let mut hasher = new_hasher();
    shape(block, mask, sets, &mut hasher);
    hasher.finish()
}

/// The same for [`possible_hash`].
pub(crate) fn possible_shape(block: &Block, mask: &Value) -> u64 {
    shape_hash(block, mask, Sets::Open)
}

fn shape(block: &Block, mask: &Value, sets: Sets, hasher: &mut impl Hasher) {
    // Each kind has its own mark, so no two structures are written alike.
    let Value::Object(masks) = mask else {
        return (if mask.is_unknown() { 0u8 } else { 1 }).hash(hasher);
    };
    2u8.hash(hasher);
    for (field, mask) in block.fields.iter().zip(masks) {
        let open = is_open(field, mask);
        open.hash(hasher);
        let Some((_, block)) = field.nested_block() else {
            continue;
        };
        match mask {
            _ if open => {}
            Value::List(_) | Value::Map(_) => {
                (3u8, mask.element_count()).hash(hasher);
                let elements = mask.children();
                elements.for_each(|e| shape(block, e, sets, hasher));
            }
            Value::Set(elements) => {
                (4u8, elements.len()).hash(hasher);
                match sets {
                    Sets::Whole => parts(block, elements.as_slice()).hash(hasher),
                    Sets::Open => elements.iter().all(Value::is_wholly_known).hash(hasher),
                    Sets::Merged => {}
                }
            }
            single => shape(block, single, sets, hasher),
        }
    }
}

/// How specific a mask is: its leaves that are not open, and its structure.
pub(super) fn specificity(block: &Block, mask: &Value) -> usize {
    let Value::Object(masks) = mask else {
        return 0;
    };
    let said = block.fields.iter().zip(masks).map(|(field, mask)| {
        let below = match (field.nested_block(), mask) {
            _ if is_open(field, mask) => return 0,
            (None, _) => 0,
            (Some((_, block)), value) => value.objects().map(|o| specificity(block, o)).sum(),
        };
        1 + below
    });
    said.sum()
}
