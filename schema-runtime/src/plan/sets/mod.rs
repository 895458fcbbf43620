//! Set elements: which prior element each of them continues.
//!
//! An element continues the prior element that is the same wherever something is configured, and
//! keeps its computed values. An element with an unknown in its configured part continues none:
//! which one it matches is decided only when it is known. A set key pairs what is left over on both
//! sides.
//!
//! A plan must stay true when unknowns become known. An element with an unknown may turn out to be
//! the very prior element that another one seems to continue. If that can happen, everything that
//! the other element would take from there is planned as unknown.

mod ambiguous;
mod keys;
mod make_unknown;
mod possible_priors;
mod probe;

use std::collections::{HashMap, HashSet};

use super::planned_state::{Planning, Prior};
use crate::correlate::assign_configured;
use crate::path::Step;
use crate::schema::{Block, Field, Flags, SetKeyFn};
use crate::value::{SetValue, Value};
pub(super) use ambiguous::may_be;
use keys::Continues;
pub(super) use keys::match_by_key;
use make_unknown::{has_forms, make_form_unknown, make_forms_unknown, make_unknown};
pub(super) use possible_priors::PossiblePriors;
pub(super) use probe::known_key;

/// Both sides of a set.
struct SetSides<'a> {
    block: &'a Block,
    prior: &'a [Value],
    /// The elements as if they were new.
    fresh: &'a [Value],
    /// Whether the configuration of each is fully known.
    known: &'a [bool],
    /// Which equal prior element each continues.
    found: &'a [Option<usize>],
}

impl Planning<'_> {
    pub(super) fn set(
        &mut self,
        field: &Field,
        block: &Block,
        prior: &[Value],
        config: &[Value],
    ) -> SetValue {
        // Each element as if it were new: defaults filled in, computed parts open.
        let mut planned: Vec<Value> = config
            .iter()
            .map(|element| {
                let step = Step::Element(Box::new(Value::Null));
                self.element(step, block, Prior::NONE, element)
            })
            .collect();
        // A replacement would merge them, and so would the next create.
        let mut known = planned.iter().filter(|element| element.is_wholly_known());
        let mut seen = HashSet::new();
        let same_when_new = !field.is_block() && !known.all(|element| seen.insert(element));
        let key = field.set_key();
        if !prior.is_empty() && (key.is_some() || wants_prior(block)) {
            self.continue_prior(block, key, prior, config, &mut planned);
        }
        let count = planned.len();
        let set: SetValue = planned.into_iter().collect();
        if same_when_new || (set.len() < count && !field.is_block()) {
            self.coalesced();
        }
        set
    }

    fn continue_prior(
        &mut self,
        block: &Block,
        key: Option<SetKeyFn>,
        prior: &[Value],
        config: &[Value],
        planned: &mut [Value],
    ) {
        let known: Vec<bool> = config.iter().map(Value::is_wholly_known).collect();
        let is_known = |i: usize| known[i];
        let found = assign_configured(block, planned, prior, is_known);
        // Without a key or several spellings, only computed values can come from a prior element.
        let shows_elsewhere = key.is_some() || has_forms(block);
        let sides = SetSides {
            block,
            prior,
            fresh: planned,
            known: &known,
            found: &found,
        };
        let doubtful = sides.ambiguous(shows_elsewhere, self.volatile);
        let possible = if shows_elsewhere && known.contains(&false) {
            let open = |i: usize| !is_known(i) || doubtful.contains(&i);
            PossiblePriors::new(block, prior, planned, open)
        } else {
            PossiblePriors::default()
        };
        let by_key = key.map_or_else(HashMap::new, |key| {
            sides.continued(key, &doubtful, &possible)
        });
        for (i, may_be) in possible.elements() {
            let element = &mut planned[i];
            // It then takes over the prior element's spelling.
            match may_be {
                None => make_forms_unknown(block, element),
                Some(prior_indices) => {
                    for &j in prior_indices {
                        make_form_unknown(block, element, &prior[j]);
                    }
                }
            }
        }
        for (i, fresh) in planned.iter_mut().enumerate() {
            if let Some(old) = found[i].map(|j| &prior[j]) {
                if doubtful.contains(&i) {
                    make_unknown(block, fresh, old);
                } else if self.volatile {
                    *fresh = self.plan_again(block, old, &config[i]);
                } else {
                    *fresh = old.clone();
                }
            }
        }
        // Continuing by key must not merge two elements: the state would hold only one of them.
        let with_prior: HashSet<Value> = match by_key.is_empty() {
            true => HashSet::new(),
            false => found
                .iter()
                .zip(&*planned)
                .filter(|(j, _)| j.is_some())
                .map(|(_, element)| element.clone())
                .collect(),
        };
        for (i, fresh) in planned.iter_mut().enumerate() {
            match by_key.get(&i) {
                None => {}
                Some(Continues::One(j)) => {
                    let continued = self.plan_again(block, &prior[*j], &config[i]);
                    if !with_prior.contains(&continued) {
                        *fresh = continued;
                    }
                }
                Some(Continues::Possible(prior_indices)) => {
                    for &j in prior_indices {
                        let continued = self.plan_again(block, &prior[j], &config[i]);
                        make_unknown(block, fresh, &continued);
                    }
                }
                Some(Continues::Any) => make_forms_unknown(block, fresh),
            }
        }
    }

    /// An element planned with the prior one that it continues. Its diagnostics were reported when
    /// it was planned as a new one.
    fn plan_again(&mut self, block: &Block, prior: &Value, config: &Value) -> Value {
        let diagnostics_len = self.diagnostics.len();
        let step = Step::Element(Box::new(Value::Null));
        let planned = self.element(step, block, Prior::of(prior), config);
        self.diagnostics.truncate(diagnostics_len);
        planned
    }
}

/// Whether anything in an element can come from a prior one.
fn wants_prior(block: &Block) -> bool {
    block.any_field(&|field| field.is(Flags::COMPUTED) || field.canonical().is_some())
}
