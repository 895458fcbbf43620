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
use ambiguous::Pairings;
pub(super) use ambiguous::may_be;
pub(super) use keys::match_by_key;
use keys::{Continues, SetPlanInput};
use make_unknown::{has_forms, make_form_unknown, make_forms_unknown, make_unknown};
pub(super) use possible_priors::PossiblePriors;
pub(super) use probe::known_key;

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
        let is_known = |i: usize| known.get(i).copied().unwrap_or(false);
        let found = assign_configured(block, planned, prior, is_known);
        // Without a key or several spellings, only computed values can come from a prior element.
        let shows_elsewhere = key.is_some() || has_forms(block);
        let claims = Pairings {
            block,
            prior,
            fresh: planned,
            found: &found,
            known: &known,
            shows_elsewhere,
            volatile: self.volatile,
        };
        let doubtful = claims.ambiguous();
        let possible = if shows_elsewhere && known.contains(&false) {
            let open = |i: usize| !is_known(i) || doubtful.contains(&i);
            PossiblePriors::new(block, prior, planned, open)
        } else {
            PossiblePriors::default()
        };
        let by_key = key.map_or_else(HashMap::new, |key| {
            let sides = SetPlanInput {
                block,
                prior,
                planned,
                known: &known,
            };
            sides.continued(key, &found, &doubtful, &possible)
        });
        for (i, may_be) in possible.elements() {
            let Some(element) = planned.get_mut(i) else {
                continue;
            };
            // It then takes over the prior element's spelling.
            match may_be {
                None => make_forms_unknown(block, element),
                Some(prior_indices) => {
                    for old in prior_indices.iter().filter_map(|&j| prior.get(j)) {
                        make_form_unknown(block, element, old);
                    }
                }
            }
        }
        for (i, fresh) in planned.iter_mut().enumerate() {
            let old = |j: usize| prior.get(j).unwrap_or(&Value::Null);
            if let Some(j) = found.get(i).copied().flatten() {
                if doubtful.contains(&i) {
                    make_unknown(block, fresh, old(j));
                } else if self.volatile {
                    *fresh = self.plan_again(block, old(j), config.get(i));
                } else {
                    *fresh = old(j).clone();
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
            let old = |j: usize| prior.get(j).unwrap_or(&Value::Null);
            match by_key.get(&i) {
                None => {}
                Some(Continues::One(j)) => {
                    let continued = self.plan_again(block, old(*j), config.get(i));
                    if !with_prior.contains(&continued) {
                        *fresh = continued;
                    }
                }
                Some(Continues::Possible(prior_indices)) => {
                    for &j in prior_indices {
                        let continued = self.plan_again(block, old(j), config.get(i));
                        make_unknown(block, fresh, &continued);
                    }
                }
                Some(Continues::Any) => make_forms_unknown(block, fresh),
            }
        }
    }

    /// An element planned with the prior one that it continues. Its diagnostics were reported when
    /// it was planned as a new one.
    fn plan_again(&mut self, block: &Block, prior: &Value, config: Option<&Value>) -> Value {
        let diagnostics_len = self.diagnostics_len();
        let step = Step::Element(Box::new(Value::Null));
        let config = config.unwrap_or(&Value::Null);
        let planned = self.element(step, block, Prior::of(prior), config);
        self.truncate_diagnostics(diagnostics_len);
        planned
    }
}

/// Whether anything in an element can come from a prior one.
fn wants_prior(block: &Block) -> bool {
    block.any_field(&|field| field.is(Flags::COMPUTED) || field.canonical().is_some())
}
