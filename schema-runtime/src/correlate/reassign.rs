//! [`Reassignment`]: set elements get a different partner if theirs is the only one that an element
//! without a partner could have.
//!
//! A mask that is left over may need the value of a second mask, which could take a value that is
//! left over, or that of a third: then each passes its value on. This is the search for augmenting
//! paths in a bipartite graph, from all left-over masks at once: in each round at most one mask
//! asks for a value. What a mask could represent is found by hash, as in the first attempt.
//!
//! A value assigned to an equal mask stays there. Such a mask is fully known and could only
//! exchange its value for one that means the same, which the asking mask could take just as well.

use std::collections::{HashMap, HashSet, VecDeque};

use super::hash::{fixed_hash, masked_hash, shape_hash};
use super::{Assignment, Comparison, SMALL, Sets, Slots, stands_for};
use crate::schema::Block;
use crate::value::Value;

/// Which masks could represent which values.
pub(super) struct Reassignment<'a> {
    block: &'a Block,
    masks: &'a [Value],
    values: &'a [Value],
    how: Comparison,
    /// The values, by the hash of what is never open.
    slots: Slots,
    /// For large buckets: by the shape of the mask, values by the hash of the remaining leaves.
    indexes: HashMap<(u64, u64), Slots>,
    /// By the mask, as far as it was searched.
    keys: HashMap<usize, Option<Key>>,
    /// How many values may still be compared or put into an index.
    comparisons_left: usize,
}

/// The limit for each element.
const MOST_COMPARISONS: usize = 16;

/// What is never open in a mask, which leaves are open, and the content of the others.
type Key = (u64, u64, u64);

impl<'a> Reassignment<'a> {
    /// `fixed` holds the part of each value that is never open, `None` if the value is not
    /// available.
    pub(super) fn new(
        block: &'a Block,
        (masks, values): (&'a [Value], &'a [Value]),
        how: Comparison,
        fixed: &[Option<u64>],
    ) -> Self {
        let mut slots = Slots::with_capacity(values.len());
        for (j, hash) in fixed.iter().enumerate() {
            if let Some(hash) = hash {
                // Nothing is certain about nested sets that became smaller.
                slots.push(if how.sets == Sets::Merged { 0 } else { *hash }, j);
            }
        }
        Reassignment {
            block,
            masks,
            values,
            how,
            slots,
            indexes: HashMap::new(),
            keys: HashMap::new(),
            comparisons_left: (masks.len() + values.len()).saturating_mul(MOST_COMPARISONS),
        }
    }

    /// Gives values to the masks that are left over.
    pub(super) fn run(mut self, taken: &mut Assignment, left: &[usize]) {
        while taken.used.iter().any(|used| !used)
            && left.iter().any(|&i| taken.found[i].is_none())
            && self.round(taken, left)
        {}
    }

    /// Whether any mask got a value.
    fn round(&mut self, taken: &mut Assignment, left: &[usize]) -> bool {
        let mut holders: Vec<Option<usize>> = vec![None; self.values.len()];
        for (i, j) in taken.found.iter().enumerate() {
            if let Some(j) = *j {
                holders[j] = Some(i);
            }
        }
        let mut chains: HashMap<Key, Vec<usize>> = HashMap::new();
        let mut wanted = AlternatingPaths::default();
        let mut served = HashSet::new();
        // A mask, and the left-over mask for which it would pass on its value.
        let without = left.iter().filter(|&&i| taken.found[i].is_none());
        let mut queue: VecDeque<(usize, usize)> = without.map(|&i| (i, i)).collect();
        while let Some((i, root)) = queue.pop_front() {
            if served.contains(&root) {
                continue;
            }
            let Some(key) = self.key(i) else {
                continue;
            };
            let chain = chains.entry(key).or_insert_with(|| self.chain(key));
            let mut at = 0;
            while let Some(&j) = chain.get(at) {
                if self.comparisons_left == 0 {
                    return false;
                }
                self.comparisons_left -= 1;
                if wanted.0.contains_key(&j) {
                    chain.swap_remove(at);
                    continue;
                }
                if !self.fits(i, j) {
                    at += 1;
                    continue;
                }
                chain.swap_remove(at);
                wanted.0.insert(j, i);
                if !taken.used[j] {
                    wanted.apply_path(taken, i, j);
                    served.insert(root);
                    break;
                }
                queue.extend(holders[j].map(|holder| (holder, root)));
            }
        }
        !served.is_empty()
    }

    fn fits(&self, mask: usize, value: usize) -> bool {
        let (mask, value) = (&self.masks[mask], &self.values[value]);
        stands_for(self.block, mask, value, self.how.zeros, self.how.sets)
    }

    /// The key of the values that a mask could represent.
    fn key(&mut self, mask: usize) -> Option<Key> {
        if let Some(key) = self.keys.get(&mask) {
            return *key;
        }
        let key = self.make_key(mask);
        self.keys.insert(mask, key);
        key
    }

    fn make_key(&mut self, mask: usize) -> Option<Key> {
        let (block, how) = (self.block, self.how);
        let mask = &self.masks[mask];
        let fixed = match self.how.sets {
            Sets::Merged => 0,
            Sets::Whole | Sets::Open => fixed_hash(block, mask, how.zeros),
        };
        let length = self.slots.length(fixed);
        if length <= SMALL {
            return (length > 0).then_some((fixed, 0, 0));
        }
        let shape = shape_hash(block, mask, self.how.sets);
        if !self.indexes.contains_key(&(fixed, shape)) {
            self.comparisons_left = self.comparisons_left.checked_sub(length)?;
            let masked = |j: usize| masked_hash(block, mask, &self.values[j], how);
            let index = self.slots.narrowed(fixed, masked);
            self.indexes.insert((fixed, shape), index);
        }
        Some((fixed, shape, masked_hash(block, mask, mask, how)?))
    }

    /// The values under a key.
    fn chain(&self, (fixed, shape, hash): Key) -> Vec<usize> {
        match self.indexes.get(&(fixed, shape)) {
            Some(index) => index.positions(hash).collect(),
            None => self.slots.positions(fixed).collect(),
        }
    }
}

/// By value: the mask that would take it.
#[derive(Default)]
struct AlternatingPaths(HashMap<usize, usize>);

impl AlternatingPaths {
    /// Gives a mask a free value, its old value to the mask that asked for that, and so on.
    fn apply_path(&self, taken: &mut Assignment, mut mask: usize, mut value: usize) {
        loop {
            let had = taken.found[mask];
            taken.pair(mask, value);
            let Some((had, &next)) = had.and_then(|had| Some((had, self.0.get(&had)?))) else {
                return;
            };
            (mask, value) = (next, had);
        }
    }
}
