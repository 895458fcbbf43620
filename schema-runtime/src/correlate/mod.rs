//! Which element of one set is which element of another.
//!
//! Set elements have no address but their value. Some of their leaves may be open (a computed leaf
//! that is not configured, a planned unknown), or have several spellings (a type with semantic
//! equality). Then an element of one set represents an element of another if every other leaf is
//! the same. [`assign`] finds such pairs, in time that grows with the number of elements, not of
//! pairs:
//!
//! 1. equal elements belong together, found by hash;
//! 2. the rest is put into buckets by the hash of the leaves that are never open;
//! 3. in a large bucket, elements with the same open leaves share one index over the other leaves;
//! 4. if some are left over on both sides, elements with a partner exchange partners.
//!
//! The number of elements compared one by one is still bounded, so no input makes the work
//! quadratic; what is not found within it counts as a different element.

mod hash;
mod reassign;
mod slots;

pub(crate) use hash::{possible_hash, possible_shape};

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::schema::{Block, Field, Flags};
use crate::value::{Value, hash_of};
use hash::{closed, fixed_hash, is_open, leaf_equal, masked_hash, shape_hash, specificity};
use reassign::Reassignment;
use slots::{SlotState, Slots};

/// How leaves are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zeros {
    /// Null and zero are different.
    Exact,
    /// In a field that is not nullable, the zero of a value represents the null of a mask, which
    /// was read as zero. A null of a value never represents the zero of a mask.
    Null,
    /// Null and zero are the same on both sides, in every field and inside collections.
    Same,
}

impl Zeros {
    /// Whether a leaf counts as null.
    pub(crate) fn is_null(self, field: &Field, value: &Value) -> bool {
        // A number may be so close to zero that its Rust type reads zero.
        let is_zero = |value: &Value| {
            value.is_zero()
                || matches!(value, Value::Number(_))
                    && field.canonical().is_some_and(|form| form(value).is_zero())
        };
        let counts = match self {
            Zeros::Exact => false,
            Zeros::Null => !field.is(Flags::NULLABLE),
            Zeros::Same => true,
        };
        value.is_null() || counts && is_zero(value)
    }

    /// Whether a leaf of a mask represents null.
    fn mask_is_null(self, field: &Field, mask: &Value) -> bool {
        mask.is_null() || self == Zeros::Same && self.is_null(field, mask)
    }
}

/// Buckets with more elements get their own indexes.
const SMALL: usize = 8;

/// The limit of comparisons for each element, including index entries.
const MOST_COMPARISONS: usize = 64;

/// For every mask the position of the value that it represents; each value is assigned once.
/// Unknown leaves of a mask that a provider may fill are open. Masks for which `eligible` is false
/// represent only an equal value. The most specific masks choose first.
pub(crate) fn assign(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    zeros: Zeros,
    eligible: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let how = Comparison {
        zeros,
        sets: Sets::Whole,
    };
    assign_with(block, masks, values, how, eligible)
}

/// Like [`assign`] for elements as configured: among values that differ only in what is open, one
/// that is empty there comes first, since it was made from a configuration that was also empty
/// there.
pub(crate) fn assign_configured(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    eligible: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let closed = masks.iter().enumerate().map(|(i, mask)| {
        let open = eligible(i) && !mask.is_wholly_known();
        open.then(|| closed(block, mask))
    });
    let closed: Vec<Value> = closed.map(|mask| mask.unwrap_or(Value::UNKNOWN)).collect();
    let mut taken = Assignment::new(masks, values);
    equal_ones(masks, values, &mut taken);
    equal_ones(&closed, values, &mut taken);
    let how = Comparison {
        zeros: Zeros::Exact,
        sets: Sets::Whole,
    };
    assign_rest(block, masks, values, how, eligible, taken)
}

/// Like [`assign`] for values that came back from a provider: if nothing else is left for a mask,
/// elements of a set inside it may have merged.
pub(crate) fn assign_returned(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    zeros: Zeros,
) -> Vec<Option<usize>> {
    let how = Comparison {
        zeros,
        sets: Sets::Merged,
    };
    assign_with(block, masks, values, how, |_| true)
}

/// For every mask in turn that has no value yet the first remaining value that it represents, as in
/// a list. Masks for which `eligible` is false represent none.
pub(crate) fn assign_in_order(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    eligible: impl Fn(usize) -> bool,
    found: &mut [Option<usize>],
) {
    let mut used = vec![false; values.len()];
    for j in found.iter().flatten() {
        used[*j] = true;
    }
    let mut buckets = Buckets::new(block, values, Zeros::Exact, &used);
    for (i, (mask, found)) in masks.iter().zip(found).enumerate() {
        if found.is_none() && eligible(i) {
            *found = buckets.find(mask, &used);
            if let Some(j) = *found {
                used[j] = true;
            }
        }
    }
}

/// Whether a mask represents a value.
pub(crate) fn fits(block: &Block, mask: &Value, value: &Value) -> bool {
    stands_for(block, mask, value, Zeros::Exact, Sets::Whole)
}

/// How many elements nested sets have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sets {
    /// As many as those of the mask.
    Whole,
    /// Fewer, if unknowns of the mask turn out to make some equal. For hashes only.
    Open,
    /// Elements that the mask cannot distinguish may have merged.
    Merged,
}

/// What counts when masks are compared with values.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Comparison {
    zeros: Zeros,
    sets: Sets,
}

fn assign_with(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    how: Comparison,
    eligible: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut taken = Assignment::new(masks, values);
    equal_ones(masks, values, &mut taken);
    assign_rest(block, masks, values, how, eligible, taken)
}

/// The same for what equal pairs leave over.
fn assign_rest(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    how: Comparison,
    eligible: impl Fn(usize) -> bool,
    mut taken: Assignment,
) -> Vec<Option<usize>> {
    let mut rest: Vec<_> = (0..masks.len())
        .filter(|&i| taken.found[i].is_none() && eligible(i))
        .map(|i| (std::cmp::Reverse(specificity(block, &masks[i])), i))
        .collect();
    if rest.is_empty() || taken.used.iter().all(|used| *used) {
        return taken.found;
    }
    rest.sort_unstable();
    let mut buckets = Buckets::new(block, values, how.zeros, &taken.used);
    let mut left = Vec::new();
    for (_, i) in rest {
        match buckets.find(&masks[i], &taken.used) {
            Some(j) => taken.pair(i, j),
            None => left.push(i),
        }
    }
    let reassign = |sets, taken: &mut Assignment| {
        let fixed = &buckets.fixed;
        let how = Comparison { sets, ..how };
        Reassignment::new(block, (masks, values), how, fixed).run(taken, &left);
    };
    reassign(Sets::Whole, &mut taken);
    if how.sets == Sets::Merged {
        reassign(Sets::Merged, &mut taken);
    }
    taken.found
}

struct Assignment {
    found: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Assignment {
    fn new(masks: &[Value], values: &[Value]) -> Self {
        Self {
            found: vec![None; masks.len()],
            used: vec![false; values.len()],
        }
    }

    fn pair(&mut self, mask: usize, value: usize) {
        self.found[mask] = Some(value);
        self.used[value] = true;
    }
}

fn equal_ones(masks: &[Value], values: &[Value], taken: &mut Assignment) {
    // Core sorts the sets that it sends, so equal elements mostly come in the same order.
    let mut rest = Vec::new();
    for (i, mask) in masks.iter().enumerate() {
        match values.get(i) {
            Some(value) if mask == value && mask.is_wholly_known() && !taken.used[i] => {
                taken.pair(i, i);
            }
            _ => rest.push(i),
        }
    }
    rest.retain(|&i| masks[i].is_wholly_known());
    if rest.is_empty() {
        return;
    }
    let mut comparisons_left = usize::MAX;
    let mut index = Slots::with_capacity(values.len());
    for (j, value) in values.iter().enumerate() {
        if !taken.used[j] {
            index.push(hash_of(value), j);
        }
    }
    for i in rest {
        let equal = |j: usize| match values[j] == masks[i] {
            true => SlotState::Fits,
            false => SlotState::No,
        };
        if let Some(j) = index.take(hash_of(&masks[i]), &mut comparisons_left, equal) {
            taken.pair(i, j);
        }
    }
}

/// Values, by the hash of what is never open in them.
struct Buckets<'a> {
    block: &'a Block,
    values: &'a [Value],
    zeros: Zeros,
    /// What is never open in the values that are not yet assigned.
    fixed: Vec<Option<u64>>,
    slots: Slots,
    /// For large buckets: by the shape of the mask, values by the hash of the remaining leaves.
    indexes: HashMap<(u64, u64), Slots>,
    comparisons_left: usize,
}

impl<'a> Buckets<'a> {
    fn new(block: &'a Block, values: &'a [Value], zeros: Zeros, used: &[bool]) -> Self {
        let mut slots = Slots::with_capacity(values.len());
        let mut fixed = vec![None; values.len()];
        for (j, value) in values.iter().enumerate().filter(|(j, _)| !used[*j]) {
            let hash = fixed_hash(block, value, zeros);
            slots.push(hash, j);
            fixed[j] = Some(hash);
        }
        Buckets {
            block,
            values,
            zeros,
            fixed,
            slots,
            indexes: HashMap::new(),
            comparisons_left: values.len().saturating_mul(MOST_COMPARISONS),
        }
    }

    fn find(&mut self, mask: &Value, used: &[bool]) -> Option<usize> {
        let (block, values, zeros) = (self.block, self.values, self.zeros);
        let fits = |j: usize| match used[j] {
            true => SlotState::Gone,
            false if stands_for(block, mask, &values[j], zeros, Sets::Whole) => SlotState::Fits,
            false => SlotState::No,
        };
        let key = fixed_hash(block, mask, zeros);
        let length = self.slots.length(key);
        if length <= SMALL {
            return self.slots.take(key, &mut self.comparisons_left, fits);
        }
        let shape = shape_hash(block, mask, Sets::Whole);
        let how = Comparison {
            zeros,
            sets: Sets::Whole,
        };
        let index = match self.indexes.entry((key, shape)) {
            Entry::Occupied(index) => index.into_mut(),
            Entry::Vacant(place) => {
                self.comparisons_left = self.comparisons_left.checked_sub(length)?;
                let masked = |j: usize| match used[j] {
                    true => None,
                    false => masked_hash(block, mask, &values[j], how),
                };
                place.insert(self.slots.narrowed(key, masked))
            }
        };
        let hash = masked_hash(block, mask, mask, how)?;
        index.take(hash, &mut self.comparisons_left, fits)
    }
}

/// Whether two objects of a block differ only in what is open in the mask.
fn stands_for(block: &Block, mask: &Value, value: &Value, zeros: Zeros, sets: Sets) -> bool {
    match (mask, value) {
        (Value::Unknown(_), _) => true,
        (Value::Object(masks), Value::Object(values)) => block
            .fields
            .iter()
            .zip(masks.iter().zip(values))
            .all(|(field, (mask, value))| field_stands_for(field, mask, value, zeros, sets)),
        (mask, value) => mask.is_null() && value.is_null(),
    }
}

fn field_stands_for(field: &Field, mask: &Value, value: &Value, zeros: Zeros, sets: Sets) -> bool {
    if is_open(field, mask) {
        return true;
    }
    let Some((_, block)) = field.nested_block() else {
        return leaf_equal(field, mask, value, zeros);
    };
    match (mask, value) {
        (Value::List(masks), Value::List(values)) => {
            masks.len() == values.len()
                && masks
                    .iter()
                    .zip(values)
                    .all(|(mask, value)| stands_for(block, mask, value, zeros, sets))
        }
        (Value::Map(masks), Value::Map(values)) => {
            masks.len() == values.len()
                && masks.iter().zip(values).all(|((a, mask), (b, value))| {
                    a == b && stands_for(block, mask, value, zeros, sets)
                })
        }
        (Value::Set(masks), Value::Set(values)) if masks.len() == values.len() => {
            let (masks, values) = (masks.as_slice(), values.as_slice());
            let found = assign_with(block, masks, values, Comparison { zeros, sets }, |_| true);
            found.iter().all(Option::is_some)
        }
        (Value::Set(masks), Value::Set(values)) => {
            let fits = |mask: &Value, value: &Value| stands_for(block, mask, value, zeros, sets);
            sets == Sets::Merged
                && masks.len() > values.len()
                && masks.len().saturating_mul(values.len()) <= MOST_PAIRS
                && masks
                    .iter()
                    .all(|mask| values.iter().any(|value| fits(mask, value)))
                && values
                    .iter()
                    .all(|value| masks.iter().any(|mask| fits(mask, value)))
        }
        (Value::Object(_), Value::Object(_)) => stands_for(block, mask, value, zeros, sets),
        (mask, value) => zeros.mask_is_null(field, mask) && zeros.is_null(field, value),
    }
}

/// How many pairs of elements of a nested set are compared.
const MOST_PAIRS: usize = 256;
