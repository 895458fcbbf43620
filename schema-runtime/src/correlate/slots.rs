//! Positions by hash, in the order of insertion, of which each is taken once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::value::PassThrough;

/// Positions in chains by hash, in the order of insertion.
pub(super) struct Slots {
    chains: HashMap<u64, Chain, PassThrough>,
    next: Vec<(usize, usize)>,
}

struct Chain {
    first: usize,
    last: usize,
    length: usize,
}

/// The end of a chain.
const END: usize = usize::MAX;

impl Slots {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Slots {
            chains: HashMap::with_capacity_and_hasher(capacity, PassThrough::default()),
            next: Vec::with_capacity(capacity),
        }
    }

    pub(super) fn push(&mut self, hash: u64, position: usize) {
        let link = self.next.len();
        self.next.push((position, END));
        match self.chains.entry(hash) {
            Entry::Occupied(mut chain) => {
                let chain = chain.get_mut();
                self.next[chain.last].1 = link;
                chain.last = link;
                chain.length += 1;
            }
            Entry::Vacant(place) => {
                place.insert(Chain {
                    first: link,
                    last: link,
                    length: 1,
                });
            }
        }
    }

    pub(super) fn length(&self, hash: u64) -> usize {
        self.chains.get(&hash).map_or(0, |chain| chain.length)
    }

    pub(super) fn positions(&self, hash: u64) -> impl Iterator<Item = usize> {
        let first = self.chains.get(&hash).map_or(END, |chain| chain.first);
        let link = |at: usize| self.next.get(at).copied();
        std::iter::successors(link(first), move |(_, next)| self.next.get(*next).copied())
            .map(|(position, _)| position)
    }

    /// The positions of one chain by a second hash; those without one are omitted.
    pub(super) fn narrowed(&self, hash: u64, narrower: impl Fn(usize) -> Option<u64>) -> Slots {
        let mut slots = Slots::with_capacity(self.length(hash));
        for position in self.positions(hash) {
            if let Some(hash) = narrower(position) {
                slots.push(hash, position);
            }
        }
        slots
    }

    /// Takes the first position that fits from a chain. Each look costs one comparison; positions
    /// assigned elsewhere are dropped.
    pub(super) fn take(
        &mut self,
        hash: u64,
        comparisons_left: &mut usize,
        mut look: impl FnMut(usize) -> SlotState,
    ) -> Option<usize> {
        let chain = self.chains.get_mut(&hash)?;
        let (mut before, mut at) = (END, chain.first);
        let mut found = None;
        while let Some(&(position, next)) = self.next.get(at) {
            *comparisons_left = comparisons_left.checked_sub(1)?;
            let look = look(position);
            if look == SlotState::No {
                (before, at) = (at, next);
                continue;
            }
            match self.next.get_mut(before) {
                Some(link) => link.1 = next,
                None => chain.first = next,
            }
            if chain.last == at {
                chain.last = before;
            }
            chain.length -= 1;
            if look == SlotState::Fits {
                found = Some(position);
                break;
            }
            at = next;
        }
        if chain.length == 0 {
            self.chains.remove(&hash);
        }
        found
    }
}

/// The verdict on a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotState {
    Fits,
    No,
    Gone,
}
