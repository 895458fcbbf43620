//! Which prior element an element continues by its set key.

use std::collections::{HashMap, HashSet};

use super::SetSides;
use super::ambiguous::MOST_PAIRS;
use super::make_unknown::has_forms;
use super::possible_priors::PossiblePriors;
use super::probe::known_key;
use crate::schema::{Block, SetKeyFn};
use crate::value::Value;

/// Elements and prior elements of one key without an equal partner.
#[derive(Default)]
struct Group {
    elements: Vec<usize>,
    prior_indices: Vec<usize>,
}

impl Group {
    /// An element continues the prior one of its key only if there is exactly one of each.
    fn pair(&self) -> Option<(usize, usize)> {
        match (&*self.elements, &*self.prior_indices) {
            ([i], [j]) => Some((*i, *j)),
            _ => None,
        }
    }
}

/// The elements and prior elements for which no equal one was found.
pub(in crate::plan) fn match_by_key(
    key: (SetKeyFn, &Block),
    prior: &[Value],
    planned: &[Value],
    found: &[Option<usize>],
) -> Vec<(usize, usize)> {
    let left = |i: usize| found[i].is_none();
    let (groups, _) = groups(key, prior, planned, found, left);
    groups.values().filter_map(Group::pair).collect()
}

/// Groups of the remaining elements, and the elements with an unknown key.
fn groups(
    (key, block): (SetKeyFn, &Block),
    prior: &[Value],
    planned: &[Value],
    found: &[Option<usize>],
    left: impl Fn(usize) -> bool,
) -> (HashMap<Value, Group>, Vec<usize>) {
    let taken: HashSet<usize> = found.iter().copied().flatten().collect();
    let mut groups: HashMap<Value, Group> = HashMap::new();
    let mut keyless = Vec::new();
    for (i, element) in planned.iter().enumerate().filter(|(i, _)| left(*i)) {
        let form = known_key(key, block, element);
        if form.is_wholly_known() {
            groups.entry(form).or_default().elements.push(i);
        } else {
            keyless.push(i);
        }
    }
    for (j, old) in prior.iter().enumerate() {
        if !taken.contains(&j)
            && let Some(group) = groups.get_mut(&key(old))
        {
            group.prior_indices.push(j);
        }
    }
    (groups, keyless)
}

/// The prior element that an element continues by its key.
pub(super) enum Continues {
    /// This prior element, whatever the unknowns turn out to be.
    One(usize),
    /// One of these or none.
    Possible(Vec<usize>),
    /// One of too many to inspect, or none.
    Any,
}

impl Continues {
    fn perhaps(prior_indices: &[usize], elements: usize) -> Self {
        if elements.saturating_mul(prior_indices.len()) > MOST_PAIRS {
            Continues::Any
        } else {
            Continues::Possible(prior_indices.to_vec())
        }
    }
}

impl SetSides<'_> {
    /// What each element continues by its key, in this plan and in any plan made when more is
    /// known. Some of those that continue an equal one are `doubtful`.
    pub(super) fn continued(
        &self,
        key: SetKeyFn,
        doubtful: &HashSet<usize>,
        possible: &PossiblePriors,
    ) -> HashMap<usize, Continues> {
        let left = |i: usize| self.found[i].is_none() || doubtful.contains(&i);
        let (groups, mut keyless) =
            groups((key, self.block), self.prior, self.fresh, self.found, left);
        // A key of computed values stays unknown; a configured one may become any key.
        keyless.retain(|&i| !self.known[i]);
        let mut continued = HashMap::new();
        for group in groups.values() {
            let pair = group.pair();
            let (sole, sole_old) = (pair.map(|(i, _)| i), pair.map(|(_, j)| j));
            let changes = |&i: &usize| doubtful.contains(&i) || possible.may_leave(i, sole_old);
            let may_be_taken = |&j: &usize| possible.may_be_taken(j, sole);
            let is_certain = keyless.is_empty()
                && !group.elements.iter().any(changes)
                && !group.prior_indices.iter().any(may_be_taken);
            if let (true, Some((i, j))) = (is_certain, pair) {
                continued.insert(i, Continues::One(j));
            } else if !is_certain && !group.prior_indices.is_empty() {
                for &i in &group.elements {
                    let count = group.elements.len();
                    continued.insert(i, Continues::perhaps(&group.prior_indices, count));
                }
            }
        }
        if !keyless.is_empty() && has_forms(self.block) {
            let taken: HashSet<usize> = self.found.iter().copied().flatten().collect();
            let free = (0..self.prior.len()).filter(|j| !taken.contains(j));
            let free: Vec<usize> = free.collect();
            for &i in &keyless {
                continued.insert(i, Continues::perhaps(&free, keyless.len()));
            }
        }
        continued
    }
}
