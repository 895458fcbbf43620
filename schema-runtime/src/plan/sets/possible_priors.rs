//! Which prior elements of a set an element with an unknown may turn out to be.

use std::collections::{BTreeMap, HashMap};

use super::ambiguous::{MOST_PAIRS, MOST_SHAPES, may_be};
use crate::correlate::{possible_hash, possible_shape};
use crate::schema::Block;
use crate::value::Value;

/// Which prior elements each open element may turn out to be.
#[derive(Default)]
pub(in crate::plan) struct PossiblePriors {
    /// By element; `None` if there are too many to inspect.
    elements: BTreeMap<usize, Option<Vec<usize>>>,
    /// By prior element.
    takers: HashMap<usize, Matches>,
    /// Whether there are too many kinds of elements to distinguish.
    all: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Matches {
    One(usize),
    Several,
}

/// Elements and prior elements that are the same except for what is open in the elements.
#[derive(Default)]
struct Bucket {
    elements: Vec<usize>,
    prior_indices: Vec<usize>,
}

impl PossiblePriors {
    /// For the elements for which `open` is true.
    pub(in crate::plan) fn new(
        block: &Block,
        prior: &[Value],
        planned: &[Value],
        open: impl Fn(usize) -> bool,
    ) -> Self {
        let mut possible = PossiblePriors::default();
        let mut shapes: HashMap<u64, (&Value, HashMap<u64, Bucket>)> = HashMap::new();
        for (i, mask) in planned.iter().enumerate().filter(|(i, _)| open(*i)) {
            possible.elements.insert(i, Some(Vec::new()));
            let shape = shapes.entry(possible_shape(block, mask));
            let (_, buckets) = shape.or_insert_with(|| (mask, HashMap::new()));
            if let Some(hash) = possible_hash(block, mask, mask) {
                buckets.entry(hash).or_default().elements.push(i);
            }
        }
        if shapes.len() > MOST_SHAPES {
            possible.all = true;
            possible.elements.values_mut().for_each(|all| *all = None);
            return possible;
        }
        for (mask, buckets) in shapes.values_mut() {
            for (j, old) in prior.iter().enumerate() {
                if let Some(hash) = possible_hash(block, mask, old)
                    && let Some(alike) = buckets.get_mut(&hash)
                {
                    alike.prior_indices.push(j);
                }
            }
            for alike in buckets.values() {
                possible.look_at(alike, block, prior, planned);
            }
        }
        possible
    }

    fn look_at(&mut self, alike: &Bucket, block: &Block, prior: &[Value], planned: &[Value]) {
        let (elements, prior_indices) = (&alike.elements, &alike.prior_indices);
        if elements.len().saturating_mul(prior_indices.len()) > MOST_PAIRS {
            for i in elements {
                self.elements.insert(*i, None);
            }
            for j in prior_indices {
                self.takers.insert(*j, Matches::Several);
            }
            return;
        }
        for &i in elements {
            for &j in prior_indices {
                if !may_be(block, &planned[i], &prior[j]) {
                    continue;
                }
                if let Some(Some(possible)) = self.elements.get_mut(&i) {
                    possible.push(j);
                }
                let takers = self.takers.entry(j).or_insert(Matches::One(i));
                if *takers != Matches::One(i) {
                    *takers = Matches::Several;
                }
            }
        }
    }

    /// The open elements with what they may turn out to be, `None` if there are too many.
    pub(super) fn elements(&self) -> impl Iterator<Item = (usize, Option<&[usize]>)> {
        self.elements
            .iter()
            .map(|(i, prior_indices)| (*i, prior_indices.as_deref()))
    }

    /// Whether an element may turn out to be a prior one other than this.
    pub(in crate::plan) fn may_leave(
        &self,
        element: usize,
        for_others_than: Option<usize>,
    ) -> bool {
        match self.elements.get(&element) {
            None => false,
            Some(None) => true,
            Some(Some(prior_indices)) => prior_indices.iter().any(|j| Some(*j) != for_others_than),
        }
    }

    /// Whether an element other than this may turn out to be the prior one.
    pub(super) fn may_be_taken(&self, prior: usize, by_others_than: Option<usize>) -> bool {
        self.all
            || match self.takers.get(&prior) {
                None => false,
                Some(Matches::One(i)) => Some(*i) != by_others_than,
                Some(Matches::Several) => true,
            }
    }
}
