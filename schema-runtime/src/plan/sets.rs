//! Set elements: which prior element each of them continues.
//!
//! An element continues the prior element that is the same wherever something is configured; what
//! is computed there is then kept. An element that holds an unknown in its configured part
//! continues none: what it is can only be told when it is known.
//!
//! A plan must stay true when unknowns become known. An element with an unknown may then turn out
//! to be the very prior element that another one seems to continue. Where that can happen, the
//! other element is planned with everything unknown that it would take from there.

use std::collections::{HashMap, HashSet};

use super::merge::Merge;
use crate::correlate::{Zeros, assign, masked_hash, shape_hash};
use crate::path::Step;
use crate::schema::{Block, Extra, Field, Flags, SetKeyFn};
use crate::set::SetValue;
use crate::value::Value;

/// With more kinds of unknowns than these, every element counts as possibly continued by them.
const MOST_SHAPES: usize = 64;

impl Merge<'_> {
    pub(super) fn set(
        &mut self,
        field: &Field,
        block: &Block,
        prior: &[Value],
        config: &[Value],
    ) -> SetValue {
        // Each element as it would be if it were new: defaults filled in, computed parts open.
        let mut planned: Vec<Value> = config
            .iter()
            .map(|element| self.element(Step::Element(Box::new(Value::Null)), block, None, element))
            .collect();
        let key = field.extras.iter().find_map(|extra| match extra {
            Extra::SetKey { key } => Some(*key),
            _ => None,
        });
        if !prior.is_empty() && (key.is_some() || wants_prior(block)) {
            self.continue_prior(block, key, prior, config, &mut planned);
        }
        let count = planned.len();
        let set: SetValue = planned.into_iter().collect();
        if set.len() < count && !field.is_block() {
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
        let found = assign(block, planned, prior, Zeros::Exact, is_known);
        let doubtful = contested(block, prior, planned, &found, &known);
        let by_key = match key {
            Some(key) => match_by_key(key, prior, planned, &found, &known),
            None => HashMap::new(),
        };
        if known.contains(&false) && has_forms(block) {
            blur_forms(block, prior, &known, planned);
        }
        for (i, fresh) in planned.iter_mut().enumerate() {
            let old = |j: usize| prior.get(j).unwrap_or(&Value::Null);
            if let Some(j) = found.get(i).copied().flatten() {
                if doubtful.contains(&i) {
                    blur(block, fresh, old(j));
                } else if self.volatile {
                    *fresh = self.again(block, old(j), config.get(i));
                } else {
                    *fresh = old(j).clone();
                }
            } else if let Some(&(j, certain)) = by_key.get(&i) {
                let continued = self.again(block, old(j), config.get(i));
                if certain {
                    *fresh = continued;
                } else {
                    blur(block, fresh, &continued);
                }
            }
        }
    }

    /// An element merged with the prior one that it continues. What it has to say was said when
    /// it was merged as a new one.
    fn again(&mut self, block: &Block, prior: &Value, config: Option<&Value>) -> Value {
        let said = self.said();
        let step = Step::Element(Box::new(Value::Null));
        let config = config.unwrap_or(&Value::Null);
        let merged = self.element(step, block, Some(prior), config);
        self.forget_since(said);
        merged
    }
}

/// Whether anything in an element can come from a prior one.
fn wants_prior(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::COMPUTED)
            || field.canonical().is_some()
            || field
                .nested_block()
                .is_some_and(|(_, nested)| wants_prior(nested))
    })
}

/// Elements that continue a prior one that an element with an unknown may turn out to be, where
/// that would show: such an element would then be planned anew, or continue another prior one,
/// and nothing in the first plan would stand for it.
fn contested(
    block: &Block,
    prior: &[Value],
    fresh: &[Value],
    found: &[Option<usize>],
    known: &[bool],
) -> HashSet<usize> {
    let mut claims: Vec<(usize, usize)> = found
        .iter()
        .enumerate()
        .filter_map(|(i, j)| Some((i, (*j)?)))
        .filter(|&(i, j)| fresh.get(i) != prior.get(j))
        .collect();
    let mut contested = HashSet::new();
    let mut rivals: Vec<&Value> = fresh
        .iter()
        .zip(known)
        .filter(|(_, known)| !**known)
        .map(|(element, _)| element)
        .collect();
    // What is displaced may itself displace others.
    while !rivals.is_empty() && !claims.is_empty() {
        let Some(rival) = Rivals::new(block, &rivals) else {
            contested.extend(claims.iter().map(|&(i, _)| i));
            break;
        };
        let mut displaced = Vec::new();
        claims.retain(|&(i, j)| match (fresh.get(i), prior.get(j)) {
            (Some(element), Some(old)) if rival.may_displace(element, old) => {
                contested.insert(i);
                displaced.push(element);
                false
            }
            _ => true,
        });
        rivals = displaced;
    }
    contested
}

/// Elements of which each may turn out to be one of several prior ones.
struct Rivals<'a> {
    block: &'a Block,
    /// By which leaves are open: elements by the hash of the others.
    shapes: HashMap<u64, (&'a Value, HashMap<u64, Vec<&'a Value>>)>,
}

impl<'a> Rivals<'a> {
    /// Nothing if there are too many kinds of them.
    fn new(block: &'a Block, elements: &[&'a Value]) -> Option<Self> {
        let mut rivals = Rivals {
            block,
            shapes: HashMap::new(),
        };
        for element in elements {
            let (mask, index) = rivals
                .shapes
                .entry(shape_hash(block, element))
                .or_insert_with(|| (element, HashMap::new()));
            let hash = masked_hash(block, mask, element, Zeros::Exact)?;
            index.entry(hash).or_default().push(element);
            if rivals.shapes.len() > MOST_SHAPES {
                return None;
            }
        }
        Some(rivals)
    }

    fn may_displace(&self, element: &Value, old: &Value) -> bool {
        self.shapes.values().any(|(mask, index)| {
            masked_hash(self.block, mask, old, Zeros::Exact)
                .and_then(|hash| index.get(&hash))
                .is_some_and(|rivals| {
                    rivals.len() > MOST_RIVALS
                        || rivals.iter().any(|rival| {
                            may_be(self.block, rival, old) && !covers(self.block, rival, element)
                        })
                })
        })
    }
}

/// With more rivals that look alike than these, they are not looked at one by one.
const MOST_RIVALS: usize = 16;

/// Whether an element may turn out to be the prior one. Leaves that are known in part are looked
/// into; what may be written in several ways counts as the same.
fn may_be(block: &Block, rival: &Value, old: &Value) -> bool {
    let (Value::Object(rival), Value::Object(old)) = (rival, old) else {
        return rival.is_unknown() || rival == old;
    };
    let fields = block.fields.iter().zip(rival.iter().zip(old));
    fields.into_iter().all(|(field, (rival, old))| {
        rival == old
            || match (field.nested_block(), rival, old) {
                (None, rival, old) => field.canonical().is_some() || leaf_may_be(rival, old),
                (Some((_, block)), Value::List(a), Value::List(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| may_be(block, a, b))
                }
                (Some((_, block)), Value::Map(a), Value::Map(b)) => {
                    a.len() == b.len()
                        && a.iter()
                            .all(|(k, a)| b.get(k).is_some_and(|b| may_be(block, a, b)))
                }
                (Some((_, block)), Value::Set(a), Value::Set(b)) => {
                    set_may_be(block, a.as_slice(), b.as_slice())
                }
                (Some((_, block)), a @ Value::Object(_), b @ Value::Object(_)) => {
                    may_be(block, a, b)
                }
                (Some(_), rival, _) => rival.is_unknown(),
            }
    })
}

/// Elements of sets inside may become one. Large ones are not looked into.
fn set_may_be(block: &Block, rivals: &[Value], olds: &[Value]) -> bool {
    if rivals.len() < olds.len() {
        return false;
    }
    rivals.len().saturating_mul(olds.len()) > MOST_PAIRS
        || rivals
            .iter()
            .all(|rival| olds.iter().any(|old| may_be(block, rival, old)))
            && olds
                .iter()
                .all(|old| rivals.iter().any(|rival| may_be(block, rival, old)))
}

/// How many pairs of elements of sets inside are looked at.
const MOST_PAIRS: usize = 256;

fn leaf_may_be(rival: &Value, old: &Value) -> bool {
    match (rival, old) {
        (Value::Unknown(_), _) => true,
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| leaf_may_be(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(k, a)| b.get(k).is_some_and(|b| leaf_may_be(a, b)))
        }
        (Value::Set(a), Value::Set(b)) => a.len() >= b.len() && !rival.is_wholly_known(),
        (Value::Dynamic(a), Value::Dynamic(b)) => leaf_may_be(&a.value, &b.value),
        (rival, old) => rival == old,
    }
}

/// Whether what the rival is planned as stands for the element however that is planned: nothing
/// is known of the rival that is not configured just the same in the element.
fn covers(block: &Block, rival: &Value, element: &Value) -> bool {
    let (Value::Object(rival), Value::Object(element)) = (rival, element) else {
        return rival.is_unknown();
    };
    let fields = block.fields.iter().zip(rival.iter().zip(element));
    fields.into_iter().all(|(field, (rival, element))| {
        if rival.is_unknown() {
            return true;
        }
        match (field.nested_block(), rival, element) {
            (None, rival, element) => field.canonical().is_none() && rival == element,
            (Some((_, block)), Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(block, a, b))
            }
            (Some((_, block)), Value::Map(a), Value::Map(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .all(|(k, a)| b.get(k).is_some_and(|b| covers(block, a, b)))
            }
            (Some((_, block)), a @ Value::Object(_), b @ Value::Object(_)) => covers(block, a, b),
            (Some((_, block)), a, b) => a == b && a.is_wholly_known() && !has_forms(block),
        }
    })
}

/// Whether a field in the block may be written in several ways.
fn has_forms(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.canonical().is_some()
            || field
                .nested_block()
                .is_some_and(|(_, nested)| has_forms(nested))
    })
}

/// An element with an unknown may turn out to continue a prior one, and then takes over how that
/// is written. Where this differs from how it is configured, it is planned unknown.
fn blur_forms(block: &Block, prior: &[Value], known: &[bool], planned: &mut [Value]) {
    // Prior elements by what is left of them under the unknowns of a shape.
    let mut shapes: HashMap<u64, HashMap<u64, Vec<&Value>>> = HashMap::new();
    for (element, _) in planned.iter_mut().zip(known).filter(|(_, known)| !**known) {
        let mask = element.clone();
        let index = shapes.entry(shape_hash(block, &mask)).or_insert_with(|| {
            let mut index: HashMap<u64, Vec<&Value>> = HashMap::new();
            for old in prior {
                if let Some(hash) = masked_hash(block, &mask, old, Zeros::Exact) {
                    index.entry(hash).or_default().push(old);
                }
            }
            index
        });
        let hash = masked_hash(block, &mask, &mask, Zeros::Exact);
        let candidates = hash.and_then(|hash| index.get(&hash));
        for old in candidates.into_iter().flatten() {
            if may_be(block, &mask, old) {
                blur_form(block, element, old);
            }
        }
    }
}

fn blur_form(block: &Block, value: &mut Value, old: &Value) {
    let (Value::Object(values), Value::Object(olds)) = (value, old) else {
        return;
    };
    for (field, (value, old)) in block.fields.iter().zip(values.iter_mut().zip(olds)) {
        let Some((_, block)) = field.nested_block() else {
            if field.canonical().is_some() && value.is_wholly_known() && value != old {
                *value = Value::UNKNOWN;
            }
            continue;
        };
        match (value, old) {
            (Value::List(values), Value::List(olds)) => {
                for (value, old) in values.iter_mut().zip(olds) {
                    blur_form(block, value, old);
                }
            }
            (Value::Map(values), Value::Map(olds)) => {
                for (key, value) in values {
                    if let Some(old) = olds.get(key) {
                        blur_form(block, value, old);
                    }
                }
            }
            (Value::Set(values), Value::Set(olds)) if has_forms(block) => {
                let same: HashSet<&Value> = olds.iter().collect();
                let all = std::mem::take(values).into_vec().into_iter();
                *values = all
                    .map(|mut value| {
                        // Which of them it would be is not known.
                        if !same.contains(&value) {
                            open_forms(block, &mut value);
                        }
                        value
                    })
                    .collect();
            }
            (value, old) => blur_form(block, value, old),
        }
    }
}

/// Makes unknown everything that may be written in several ways.
fn open_forms(block: &Block, value: &mut Value) {
    match value {
        Value::Object(values) => {
            for (field, value) in block.fields.iter().zip(values) {
                match field.nested_block() {
                    Some((_, block)) => open_forms(block, value),
                    None if field.canonical().is_some() && !value.is_null() => {
                        *value = Value::UNKNOWN;
                    }
                    None => {}
                }
            }
        }
        Value::List(elements) => elements.iter_mut().for_each(|e| open_forms(block, e)),
        Value::Map(elements) => elements.values_mut().for_each(|e| open_forms(block, e)),
        Value::Set(elements) => {
            let mut all = std::mem::take(elements).into_vec();
            all.iter_mut().for_each(|e| open_forms(block, e));
            *elements = all.into_iter().collect();
        }
        _ => {}
    }
}

/// Makes unknown what differs between a new element and the one that it may continue.
fn blur(block: &Block, fresh: &mut Value, old: &Value) {
    let (Value::Object(values), Value::Object(old)) = (fresh, old) else {
        return;
    };
    for (field, (value, old)) in block.fields.iter().zip(values.iter_mut().zip(old)) {
        let Some((_, block)) = field.nested_block() else {
            if value != old {
                *value = Value::UNKNOWN;
            }
            continue;
        };
        match (value, old) {
            (Value::List(values), Value::List(old)) => {
                for (value, old) in values.iter_mut().zip(old) {
                    blur(block, value, old);
                }
            }
            (Value::Map(values), Value::Map(old)) => {
                for (key, value) in values {
                    if let Some(old) = old.get(key) {
                        blur(block, value, old);
                    }
                }
            }
            (Value::Set(values), Value::Set(old)) => {
                let pairs = assign(
                    block,
                    values.as_slice(),
                    old.as_slice(),
                    Zeros::Exact,
                    |_| true,
                );
                let mut blurred = std::mem::take(values).into_vec();
                for (value, j) in blurred.iter_mut().zip(pairs) {
                    if let Some(old) = j.and_then(|j| old.as_slice().get(j)) {
                        blur(block, value, old);
                    }
                }
                *values = blurred.into_iter().collect();
            }
            (value, old) => blur(block, value, old),
        }
    }
}

/// Which prior element an element continues by its key, where that is the only one with this key
/// on both sides among those that continue none yet; and whether that stays so when every
/// unknown is known.
pub(super) fn match_by_key(
    key: SetKeyFn,
    prior: &[Value],
    fresh: &[Value],
    found: &[Option<usize>],
    known: &[bool],
) -> HashMap<usize, (usize, bool)> {
    let taken: HashSet<usize> = found.iter().copied().flatten().collect();
    let mut by_key: HashMap<Value, (Vec<usize>, Vec<usize>)> = HashMap::new();
    let mut certain = true;
    for (i, element) in fresh.iter().enumerate() {
        if found.get(i).copied().flatten().is_some() {
            continue;
        }
        let form = key(element);
        if form.is_wholly_known() {
            by_key.entry(form).or_default().0.push(i);
        } else if known.get(i) != Some(&true) {
            // A key of computed values stays unknown; one that is configured may become any.
            certain = false;
        }
    }
    for (j, element) in prior.iter().enumerate() {
        if !taken.contains(&j)
            && let Some((_, olds)) = by_key.get_mut(&key(element))
        {
            olds.push(j);
        }
    }
    by_key
        .into_values()
        .filter_map(|pair| match (&*pair.0, &*pair.1) {
            ([i], [j]) => Some((*i, (*j, certain))),
            _ => None,
        })
        .collect()
}
