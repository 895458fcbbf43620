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

use super::{Assignment, Buckets, Comparison, Key, stands_for};
use crate::schema::Block;
use crate::value::Value;

/// Which masks could represent which values.
pub(super) struct Reassignment<'a> {
    masks: &'a [Value],
    values: Buckets<'a>,
    /// By the mask, as far as it was searched.
    keys: HashMap<usize, Option<Key>>,
}

/// The limit for each element.
const MOST_COMPARISONS: usize = 16;

impl<'a> Reassignment<'a> {
    /// Of the values with a [fixed hash](super::fixed_hashes).
    pub(super) fn new(
        block: &'a Block,
        (masks, values): (&'a [Value], &'a [Value]),
        how: Comparison,
        fixed: &[Option<u64>],
    ) -> Self {
        let mut values = Buckets::new(block, values, how, fixed, MOST_COMPARISONS);
        values.comparisons_left += masks.len().saturating_mul(MOST_COMPARISONS);
        Reassignment {
            masks,
            values,
            keys: HashMap::new(),
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
        let mut holders: Vec<Option<usize>> = vec![None; taken.used.len()];
        for (i, j) in taken.found.iter().enumerate() {
            if let Some(j) = *j {
                holders[j] = Some(i);
            }
        }
        let mut chains: HashMap<Key, Vec<usize>> = HashMap::new();
        // By value: the mask that would take it.
        let mut wanted: HashMap<usize, usize> = HashMap::new();
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
            let chain = chains.entry(key).or_insert_with(|| {
                let (slots, hash) = self.values.under(key);
                slots.positions(hash).collect()
            });
            let mut at = 0;
            while let Some(&j) = chain.get(at) {
                if self.values.comparisons_left == 0 {
                    return false;
                }
                self.values.comparisons_left -= 1;
                if wanted.contains_key(&j) {
                    chain.swap_remove(at);
                    continue;
                }
                let (mask, value) = (&self.masks[i], &self.values.values[j]);
                if !stands_for(self.values.block, mask, value, self.values.how) {
                    at += 1;
                    continue;
                }
                chain.swap_remove(at);
                wanted.insert(j, i);
                if !taken.used[j] {
                    apply_path(&wanted, taken, i, j);
                    served.insert(root);
                    break;
                }
                queue.extend(holders[j].map(|holder| (holder, root)));
            }
        }
        !served.is_empty()
    }

    /// The key of the values that a mask could represent.
    fn key(&mut self, mask: usize) -> Option<Key> {
        if let Some(key) = self.keys.get(&mask) {
            return *key;
        }
        let key = self.values.key(&self.masks[mask], |_| true);
        self.keys.insert(mask, key);
        key
    }
}

/// Gives a mask a free value, its old value to the mask that asked for that, and so on.
fn apply_path(
    wanted: &HashMap<usize, usize>,
    taken: &mut Assignment,
    mut mask: usize,
    mut value: usize,
) {
    loop {
        let had = taken.found[mask];
        taken.pair(mask, value);
        let Some((had, &next)) = had.and_then(|had| Some((had, wanted.get(&had)?))) else {
            return;
        };
        (mask, value) = (next, had);
    }
}
