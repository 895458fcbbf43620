//! Which element of one set is which element of another.
//!
//! Elements of sets have no address but their value. Where some of their leaves are open (a
//! computed leaf that is not configured, a planned unknown), or may be written in several ways
//! (a type with its own equality), an element of one set stands for an element of another if
//! every other leaf is the same. [`assign`] finds such pairs, in time that grows with the number
//! of elements and not with their pairs:
//!
//! 1. equal elements belong together, found by hash;
//! 2. the rest is put into buckets by the hash of the leaves that are never open;
//! 3. in a bucket with many elements, those whose open leaves are the same share one index over
//!    the other leaves.
//!
//! The number of elements compared one by one is bounded all the same, so that no input makes the
//! work quadratic; what is not found then counts as another element.

mod hash;

pub(crate) use hash::{masked_hash, shape_hash};

use std::collections::{HashMap, VecDeque};

use crate::schema::{Block, Field, Flags};
use crate::set::hash_of;
use crate::value::Value;
use hash::{is_open, leaf_equal, says, steady_hash};

/// How leaves are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zeros {
    /// Null and zero are different.
    Exact,
    /// In a field that has no room for null, its zero stands for null.
    Null,
}

impl Zeros {
    /// Whether a leaf counts as null.
    pub(crate) fn is_null(self, field: &Field, value: &Value) -> bool {
        value.is_null() || self == Zeros::Null && !field.is(Flags::NULLABLE) && value.is_zero()
    }
}

/// Buckets with more elements get indexes of their own.
const SMALL: usize = 8;

/// How many comparisons one element may cost.
const PATIENCE: usize = 64;

/// For every mask the position of the value that it stands for; each value is given out once.
/// Unknown leaves of a mask are open. Masks for which `eligible` is false stand for nothing but
/// an equal value. What is most specific chooses first.
pub(crate) fn assign(
    block: &Block,
    masks: &[Value],
    values: &[Value],
    zeros: Zeros,
    eligible: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut taken = Taken {
        found: vec![None; masks.len()],
        used: vec![false; values.len()],
    };
    if values.is_empty() || masks.is_empty() {
        return taken.found;
    }
    equal_ones(masks, values, &mut taken);
    let mut rest: Vec<_> = (0..masks.len())
        .filter(|&i| taken.found[i].is_none() && eligible(i))
        .map(|i| (std::cmp::Reverse(says(block, &masks[i])), i))
        .collect();
    if rest.is_empty() || taken.used.iter().all(|used| *used) {
        return taken.found;
    }
    rest.sort_unstable();
    let mut buckets = Buckets::new(block, values, zeros, &taken.used);
    for (_, i) in rest {
        let mask = &masks[i];
        if let Some(j) = buckets.find(mask, &taken.used) {
            taken.give(i, j);
        }
    }
    taken.found
}

struct Taken {
    found: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Taken {
    fn give(&mut self, mask: usize, value: usize) {
        self.found[mask] = Some(value);
        self.used[value] = true;
    }
}

fn equal_ones(masks: &[Value], values: &[Value], taken: &mut Taken) {
    // Core sends sets in an order of its own, so equal ones mostly come in the same order.
    let mut rest = Vec::new();
    for (i, mask) in masks.iter().enumerate() {
        match values.get(i) {
            Some(value) if mask == value && mask.is_wholly_known() => taken.give(i, i),
            _ => rest.push(i),
        }
    }
    rest.retain(|&i| masks[i].is_wholly_known());
    if rest.is_empty() {
        return;
    }
    let mut index: HashMap<u64, Vec<usize>> = HashMap::new();
    for (j, value) in values.iter().enumerate() {
        if !taken.used[j] {
            index.entry(hash_of(value)).or_default().push(j);
        }
    }
    for i in rest {
        let Some(slot) = index.get_mut(&hash_of(&masks[i])) else {
            continue;
        };
        if let Some(at) = slot.iter().position(|&j| values[j] == masks[i]) {
            taken.give(i, slot.swap_remove(at));
        }
    }
}

/// Values by the hash of what is never open in them.
struct Buckets<'a> {
    block: &'a Block,
    values: &'a [Value],
    zeros: Zeros,
    slots: HashMap<u64, VecDeque<usize>>,
    /// Of large buckets: by the shape of the mask, values by the hash of what that leaves.
    indexes: HashMap<(u64, u64), HashMap<u64, VecDeque<usize>>>,
    patience: usize,
}

impl<'a> Buckets<'a> {
    fn new(block: &'a Block, values: &'a [Value], zeros: Zeros, used: &[bool]) -> Self {
        let mut slots: HashMap<u64, VecDeque<usize>> = HashMap::with_capacity(values.len());
        for (j, value) in values.iter().enumerate() {
            if !used[j] {
                let slot = slots.entry(steady_hash(block, value, zeros)).or_default();
                slot.push_back(j);
            }
        }
        Buckets {
            block,
            values,
            zeros,
            slots,
            indexes: HashMap::new(),
            patience: values.len().saturating_mul(PATIENCE),
        }
    }

    fn find(&mut self, mask: &Value, used: &[bool]) -> Option<usize> {
        let key = steady_hash(self.block, mask, self.zeros);
        let slot = self.slots.get_mut(&key)?;
        let slot = if slot.len() <= SMALL {
            slot
        } else {
            let shape = shape_hash(self.block, mask);
            let index = match self.indexes.entry((key, shape)) {
                std::collections::hash_map::Entry::Occupied(index) => index.into_mut(),
                std::collections::hash_map::Entry::Vacant(place) => {
                    self.patience = self.patience.checked_sub(slot.len())?;
                    let mut index: HashMap<u64, VecDeque<usize>> = HashMap::new();
                    for &j in slot.iter().filter(|&&j| !used[j]) {
                        if let Some(hash) =
                            masked_hash(self.block, mask, &self.values[j], self.zeros)
                        {
                            index.entry(hash).or_default().push_back(j);
                        }
                    }
                    place.insert(index)
                }
            };
            index.get_mut(&masked_hash(self.block, mask, mask, self.zeros)?)?
        };
        let mut at = 0;
        while let Some(&j) = slot.get(at) {
            if used[j] {
                // Order within a slot decides who is asked first, so it is kept.
                slot.remove(at);
                continue;
            }
            self.patience = self.patience.checked_sub(1)?;
            if stands_for(self.block, mask, &self.values[j], self.zeros) {
                slot.remove(at);
                return Some(j);
            }
            at += 1;
        }
        None
    }
}

/// Whether two objects of a block are the same but for what is open in the mask.
fn stands_for(block: &Block, mask: &Value, value: &Value, zeros: Zeros) -> bool {
    match (mask, value) {
        (Value::Unknown(_), _) => true,
        (Value::Object(masks), Value::Object(values)) => block
            .fields
            .iter()
            .zip(masks.iter().zip(values))
            .all(|(field, (mask, value))| field_stands_for(field, mask, value, zeros)),
        (mask, value) => mask.is_null() && value.is_null(),
    }
}

fn field_stands_for(field: &Field, mask: &Value, value: &Value, zeros: Zeros) -> bool {
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
                    .all(|(mask, value)| stands_for(block, mask, value, zeros))
        }
        (Value::Map(masks), Value::Map(values)) => {
            masks.len() == values.len()
                && masks
                    .iter()
                    .zip(values)
                    .all(|((a, mask), (b, value))| a == b && stands_for(block, mask, value, zeros))
        }
        (Value::Set(masks), Value::Set(values)) => {
            masks.len() == values.len()
                && assign(block, masks.as_slice(), values.as_slice(), zeros, |_| true)
                    .iter()
                    .all(Option::is_some)
        }
        (Value::Object(_), Value::Object(_)) => stands_for(block, mask, value, zeros),
        (mask, value) => zeros.is_null(field, mask) && zeros.is_null(field, value),
    }
}

#[cfg(test)]
mod tests;
