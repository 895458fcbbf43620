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

mod beside;
mod hash;
mod reassign;
mod slots;

pub(crate) use beside::{change_beside, element, only_in_one, part, steps_of_both};
pub(crate) use hash::{possible_hash, possible_shape};

use std::collections::HashMap;

use crate::schema::{Block, Field, Flags};
use crate::value::{Value, aligned, each_fits_some, hash_of};
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
    how: Comparison,
    eligible: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut found = vec![None; masks.len()];
    assign_more(block, masks, values, how, eligible, &mut found);
    found
}

/// The same for the masks that have no value yet.
pub(crate) fn assign_more(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    how: Comparison,
    eligible: impl Fn(usize) -> bool,
    found: &mut Vec<Option<usize>>,
) {
    let mut taken = Assignment::of(std::mem::take(found), values);
    equal_ones(masks, values, &mut taken);
    *found = assign_rest(block, masks, values, how, eligible, taken);
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
    let mut taken = Assignment::of(vec![None; masks.len()], values);
    equal_ones(masks, values, &mut taken);
    equal_ones(&closed, values, &mut taken);
    assign_rest(block, masks, values, Comparison::EXACT, eligible, taken)
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
    let mut used = used(found, values);
    let fixed = fixed_hashes(block, values, Zeros::Exact, &used);
    let mut buckets = Buckets::new(block, values, Comparison::EXACT, &fixed, MOST_COMPARISONS);
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
    stands_for(block, mask, value, Comparison::EXACT)
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
pub(crate) struct Comparison {
    zeros: Zeros,
    sets: Sets,
}

impl Comparison {
    pub(crate) const EXACT: Comparison = Comparison::of(Zeros::Exact);

    pub(crate) const fn of(zeros: Zeros) -> Self {
        let sets = Sets::Whole;
        Comparison { zeros, sets }
    }

    /// For values that came back from a provider: if nothing else is left for a mask, elements of
    /// a set inside it may have merged.
    pub(crate) const fn returned(zeros: Zeros) -> Self {
        let sets = Sets::Merged;
        Comparison { zeros, sets }
    }
}

/// Assigns what equal pairs leave over.
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
    if rest.is_empty() || !taken.used.contains(&false) {
        return taken.found;
    }
    rest.sort_unstable();
    let fixed = fixed_hashes(block, values, how.zeros, &taken.used);
    let whole = Comparison::of(how.zeros);
    let mut buckets = Buckets::new(block, values, whole, &fixed, MOST_COMPARISONS);
    let mut left = Vec::new();
    for (_, i) in rest {
        match buckets.find(&masks[i], &taken.used) {
            Some(j) => taken.pair(i, j),
            None => left.push(i),
        }
    }
    Reassignment::new(block, (masks, values), whole, &fixed).run(&mut taken, &left);
    if how != whole {
        Reassignment::new(block, (masks, values), how, &fixed).run(&mut taken, &left);
    }
    taken.found
}

struct Assignment {
    found: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Assignment {
    fn of(found: Vec<Option<usize>>, values: &[Value]) -> Self {
        let used = used(&found, values);
        Self { found, used }
    }

    fn pair(&mut self, mask: usize, value: usize) {
        self.found[mask] = Some(value);
        self.used[value] = true;
    }
}

/// Which of the values are assigned.
fn used(found: &[Option<usize>], values: &[Value]) -> Vec<bool> {
    let mut used = vec![false; values.len()];
    for j in found.iter().flatten() {
        used[*j] = true;
    }
    used
}

fn equal_ones(masks: &[Value], values: &[Value], taken: &mut Assignment) {
    // Core sorts the sets that it sends, so equal elements mostly come in the same order.
    let mut rest = Vec::new();
    for (i, mask) in masks.iter().enumerate() {
        match values.get(i) {
            _ if taken.found[i].is_some() => {}
            Some(value) if mask == value && mask.is_wholly_known() && !taken.used[i] => {
                taken.pair(i, i);
            }
            _ => rest.push(i),
        }
    }
    rest.retain(|&i| masks[i].is_wholly_known());
    if rest.is_empty() || !taken.used.contains(&false) {
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

/// What is never open in each value, `None` if it is assigned.
fn fixed_hashes(block: &Block, values: &[Value], zeros: Zeros, used: &[bool]) -> Vec<Option<u64>> {
    let values = values.iter().zip(used);
    values
        .map(|(value, used)| (!used).then(|| fixed_hash(block, value, zeros)))
        .collect()
}

/// Values, by the hash of what is never open in them.
struct Buckets<'a> {
    block: &'a Block,
    values: &'a [Value],
    how: Comparison,
    slots: Slots,
    /// For large buckets: by the shape of the mask, values by the hash of the remaining leaves.
    indexes: HashMap<(u64, u64), Slots>,
    /// How many values may still be compared or put into an index.
    comparisons_left: usize,
}

/// What is never open in a mask, which leaves are open, and the content of the others.
type Key = (u64, u64, u64);

impl<'a> Buckets<'a> {
    /// Of the values with a [fixed hash](fixed_hashes), with a limit for each value.
    fn new(
        block: &'a Block,
        values: &'a [Value],
        how: Comparison,
        fixed: &[Option<u64>],
        most_comparisons: usize,
    ) -> Self {
        let mut slots = Slots::with_capacity(values.len());
        for (j, hash) in fixed.iter().enumerate() {
            if let Some(hash) = hash {
                // Nothing is certain about nested sets that became smaller.
                slots.push(if how.sets == Sets::Merged { 0 } else { *hash }, j);
            }
        }
        Buckets {
            block,
            values,
            how,
            slots,
            indexes: HashMap::new(),
            comparisons_left: values.len().saturating_mul(most_comparisons),
        }
    }

    /// The key of the values that a mask could represent, of which those are indexed for which
    /// `is_left` is true.
    fn key(&mut self, mask: &Value, is_left: impl Fn(usize) -> bool) -> Option<Key> {
        let (block, how) = (self.block, self.how);
        let fixed = match how.sets {
            Sets::Merged => 0,
            Sets::Whole | Sets::Open => fixed_hash(block, mask, how.zeros),
        };
        let length = self.slots.length(fixed);
        if length <= SMALL {
            return (length > 0).then_some((fixed, 0, 0));
        }
        let shape = shape_hash(block, mask, how.sets);
        if !self.indexes.contains_key(&(fixed, shape)) {
            self.comparisons_left = self.comparisons_left.checked_sub(length)?;
            let masked = |j: usize| match is_left(j) {
                true => masked_hash(block, mask, &self.values[j], how),
                false => None,
            };
            let index = self.slots.narrowed(fixed, masked);
            self.indexes.insert((fixed, shape), index);
        }
        Some((fixed, shape, masked_hash(block, mask, mask, how)?))
    }

    /// The values under a key, and the hash that they have there.
    fn under(&mut self, (fixed, shape, hash): Key) -> (&mut Slots, u64) {
        match self.indexes.get_mut(&(fixed, shape)) {
            Some(index) => (index, hash),
            None => (&mut self.slots, fixed),
        }
    }

    fn find(&mut self, mask: &Value, used: &[bool]) -> Option<usize> {
        let (block, values, how) = (self.block, self.values, self.how);
        let fits = |j: usize| match used[j] {
            true => SlotState::Gone,
            false if stands_for(block, mask, &values[j], how) => SlotState::Fits,
            false => SlotState::No,
        };
        let key = self.key(mask, |j| !used[j])?;
        let mut comparisons_left = self.comparisons_left;
        let (slots, hash) = self.under(key);
        let found = slots.take(hash, &mut comparisons_left, fits);
        self.comparisons_left = comparisons_left;
        found
    }
}

/// Whether two objects of a block differ only in what is open in the mask.
fn stands_for(block: &Block, mask: &Value, value: &Value, how: Comparison) -> bool {
    match (mask, value) {
        (Value::Unknown(_), _) => true,
        (Value::Object(masks), Value::Object(values)) => block
            .fields
            .iter()
            .zip(masks.iter().zip(values))
            .all(|(field, (mask, value))| field_stands_for(field, mask, value, how)),
        (mask, value) => mask.is_null() && value.is_null(),
    }
}

fn field_stands_for(field: &Field, mask: &Value, value: &Value, how: Comparison) -> bool {
    let Comparison { zeros, sets } = how;
    if is_open(field, mask) {
        return true;
    }
    let Some((_, block)) = field.nested_block() else {
        return leaf_equal(field, mask, value, zeros);
    };
    match (mask, value) {
        (Value::Set(masks), Value::Set(values)) if masks.len() == values.len() => {
            let (masks, values) = (masks.as_slice(), values.as_slice());
            let found = assign(block, masks, values, how, |_| true);
            found.iter().all(Option::is_some)
        }
        (Value::Set(masks), Value::Set(values)) => {
            let fits = |mask: &Value, value: &Value| stands_for(block, mask, value, how);
            sets == Sets::Merged
                && masks.len() > values.len()
                && masks.len().saturating_mul(values.len()) <= MOST_PAIRS
                && each_fits_some(masks.as_slice(), values.as_slice(), fits)
        }
        (mask, value) if aligned(mask, value) => {
            let mut pairs = mask.objects().zip(value.objects());
            pairs.all(|(mask, value)| stands_for(block, mask, value, how))
        }
        (mask, value) => zeros.mask_is_null(field, mask) && zeros.is_null(field, value),
    }
}

/// How many pairs of elements of a nested set are compared.
const MOST_PAIRS: usize = 256;
