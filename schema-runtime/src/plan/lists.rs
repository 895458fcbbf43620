//! List elements: which prior element each of them continues and takes its computed values from.
//!
//! Each element in turn continues the first remaining prior element that is the same wherever
//! something is configured. A remaining element continues the prior element at its index if both
//! lists are equally long, and is new otherwise. With a list key, the key alone decides.
//!
//! An element with an unknown in its configured part may turn out to be any prior element that
//! looks like it. What other elements continue is then not known, so they are planned as new ones,
//! with unknown computed values.

use std::collections::{HashMap, VecDeque};

use super::planned_state::{Planning, Prior};
use super::sets::{known_key, may_be};
use crate::correlate::{assign_in_order, fits};
use crate::path::Step;
use crate::schema::{Block, Field, Flags};
use crate::value::Value;

/// With more pairs of elements than this, every element counts as new while something is unknown.
const MOST_PAIRS: usize = 1 << 16;

impl Planning<'_> {
    pub(super) fn list<'v>(
        &mut self,
        field: &Field,
        block: &Block,
        prior: Prior<'v>,
        config: &[Value],
    ) -> Value {
        let items = |side: Option<&'v Value>| side.map_or(&[][..], Value::elements);
        let (old, placed) = (items(prior.continued), items(prior.placed));
        let continued = self.continued(field, block, (old, placed), config);
        let elements = config.iter().zip(continued).enumerate();
        let planned = elements.map(|(i, (element, j))| {
            let prior = Prior {
                continued: j.and_then(|j| old.get(j)),
                placed: placed.get(i),
            };
            self.element(Step::Index(i as u64), block, prior, element)
        });
        Value::List(planned.collect())
    }

    fn continued(
        &mut self,
        field: &Field,
        block: &Block,
        (old, placed): (&[Value], &[Value]),
        config: &[Value],
    ) -> Vec<Option<usize>> {
        let key = field.set_key();
        let by_index = (0..config.len()).map(|i| (i < old.len()).then_some(i));
        let alone = key.is_none() && (config.len(), old.len()) == (1, 1);
        if alone || old.is_empty() || !block.any_field(&|field| field.is(Flags::COMPUTED)) {
            return by_index.collect();
        }
        let fresh = self.as_new(block, placed, config);
        // A key does not ask what is configured.
        let suppresses = key.is_none() && block.any_field(&|field| field.suppress().is_some());
        let written = suppresses.then(|| self.as_new(block, &[], config));
        let keys: Option<(Vec<Value>, Vec<Value>)> = key.map(|key| {
            let fresh = fresh.iter().map(|element| known_key(key, block, element));
            (fresh.collect(), old.iter().map(key).collect())
        });
        let paired_by = keys.as_ref().map_or(config, |(fresh, _)| fresh);
        let pairing = Pairing {
            known: paired_by.iter().map(Value::is_wholly_known).collect(),
            block,
            keys,
            fresh: &fresh,
            written: written.as_deref(),
            old,
        };
        pairing.pairs()
    }

    /// Each element as if it were new, beside what was at its index, if anything. Its diagnostics
    /// are reported when it is planned.
    fn as_new(&mut self, block: &Block, placed: &[Value], config: &[Value]) -> Vec<Value> {
        let said = self.diagnostics.len();
        let fresh = config.iter().enumerate().map(|(i, element)| {
            let prior = Prior {
                continued: None,
                placed: placed.get(i),
            };
            self.element(Step::Index(i as u64), block, prior, element)
        });
        let fresh = fresh.collect();
        self.diagnostics.truncate(said);
        fresh
    }
}

/// The elements of a list and the prior ones.
struct Pairing<'a> {
    block: &'a Block,
    /// The keys of both, if the list has one.
    keys: Option<(Vec<Value>, Vec<Value>)>,
    fresh: &'a [Value],
    /// The same as they are configured, if a suppressed difference may keep what was at an index.
    written: Option<&'a [Value]>,
    old: &'a [Value],
    /// Whether what each is paired by is fully known.
    known: Vec<bool>,
}

impl Pairing<'_> {
    fn is_same(&self, i: usize, j: usize) -> bool {
        match &self.keys {
            Some((fresh, old)) => fresh.get(i) == old.get(j),
            None => match (self.fresh.get(i), self.old.get(j)) {
                (Some(fresh), Some(old)) => fits(self.block, fresh, old),
                _ => false,
            },
        }
    }

    fn may_be_same(&self, i: usize, j: usize) -> bool {
        match (self.fresh.get(i), self.old.get(j)) {
            (Some(fresh), Some(old)) => self.keys.is_some() || may_be(self.block, fresh, old),
            _ => false,
        }
    }

    /// Each known element, with the first remaining prior element that is the same.
    fn first_fits(&self) -> Vec<Option<usize>> {
        let is_known = |i: usize| self.known.get(i) == Some(&true);
        let Some((fresh, old)) = &self.keys else {
            let mut found = vec![None; self.fresh.len()];
            for elements in [Some(self.fresh), self.written].into_iter().flatten() {
                assign_in_order(self.block, elements, self.old, is_known, &mut found);
            }
            return found;
        };
        let mut left: HashMap<&Value, VecDeque<usize>> = HashMap::new();
        for (j, key) in old.iter().enumerate() {
            left.entry(key).or_default().push_back(j);
        }
        let mut first = |key| left.get_mut(key).and_then(VecDeque::pop_front);
        let keys = fresh.iter().enumerate();
        keys.map(|(i, key)| is_known(i).then(|| first(key)).flatten())
            .collect()
    }

    /// Which prior element each continues, whatever the unknowns turn out to be.
    fn pairs(&self) -> Vec<Option<usize>> {
        let (count, prior_count) = (self.fresh.len(), self.old.len());
        let mut pairs = self.first_fits();
        let mut taken = vec![false; prior_count];
        // How many elements may take a prior one while that is undecided.
        let mut takers = vec![0_usize; prior_count];
        let mut possible: HashMap<usize, Vec<usize>> = HashMap::new();
        for (i, is_known) in self.known.iter().copied().enumerate() {
            let found = pairs[i].take();
            let free = || (0..prior_count).filter(|j| !taken[*j]);
            let may_take: Vec<usize> = match found {
                Some(j) if is_known && takers[j] == 0 => {
                    pairs[i] = Some(j);
                    taken[j] = true;
                    continue;
                }
                None if is_known => continue,
                _ if (possible.len() + 1).saturating_mul(prior_count) > MOST_PAIRS => {
                    return vec![None; count];
                }
                Some(_) => free().filter(|j| self.is_same(i, *j)).collect(),
                None => free().filter(|j| self.may_be_same(i, *j)).collect(),
            };
            for j in &may_take {
                takers[*j] += 1;
            }
            possible.insert(i, may_take);
        }
        if self.keys.is_none() && count == prior_count {
            for i in (0..count).filter(|i| !taken[*i]) {
                let own = possible.get(&i).map_or(&[][..], Vec::as_slice);
                if pairs[i].is_none() && own.iter().all(|j| *j == i) && takers[i] == own.len() {
                    pairs[i] = Some(i);
                }
            }
        }
        pairs
    }
}
