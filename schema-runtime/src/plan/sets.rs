//! Set elements: which prior element each of them continues.
//!
//! An element continues the prior element that is equal to it wherever something is configured;
//! what is computed there is then kept. Elements are grouped by which leaves are open, and each
//! group has one index over the other leaves, so that the work grows with the number of elements
//! and not with their pairs. An element that holds an unknown in its configured part continues
//! none: what it is can only be told when it is known. A custom set key decides alone.

use std::collections::HashMap;

use super::merge::Merge;
use crate::path::Step;
use crate::schema::{Block, Extra, Field, Flags, Kind, SetKeyFn};
use crate::set::SetValue;
use crate::value::Value;

impl Merge<'_> {
    pub(super) fn set(
        &mut self,
        field: &Field,
        block: &Block,
        prior: &[Value],
        config: &[Value],
    ) -> SetValue {
        let key = field.extras.iter().find_map(|extra| match extra {
            Extra::SetKey { key } => Some(*key),
            _ => None,
        });
        // Each element as it would be if it were new: defaults filled in, computed parts open.
        let fresh: Vec<Value> = config
            .iter()
            .map(|element| self.element(Step::Element(Box::new(Value::Null)), block, None, element))
            .collect();
        if prior.is_empty() || (key.is_none() && !wants_prior(block)) {
            return fresh.into_iter().collect();
        }
        let matches = match key {
            Some(key) => match_by_key(key, prior, &fresh),
            None => match_by_configured_part(block, prior, config, &fresh),
        };
        let continued = config
            .iter()
            .zip(fresh)
            .zip(matches)
            .map(|((element, fresh), found)| {
                match found.and_then(|position| prior.get(position)) {
                    Some(old) => {
                        let step = Step::Element(Box::new(Value::Null));
                        self.element(step, block, Some(old), element)
                    }
                    None => fresh,
                }
            });
        continued.collect()
    }
}

/// Whether anything in an element can come from a prior one.
fn wants_prior(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::COMPUTED)
            || field.canonical().is_some()
            || field.suppress().is_some()
            || field
                .nested_block()
                .is_some_and(|(_, nested)| wants_prior(nested))
    })
}

/// Prior positions by something hashable, each given out once, the first one first.
struct Positions {
    slots: HashMap<Value, Vec<usize>>,
}

impl Positions {
    fn new(forms: impl Iterator<Item = (usize, Value)>) -> Self {
        let mut slots: HashMap<Value, Vec<usize>> = HashMap::new();
        for (position, form) in forms {
            slots.entry(form).or_default().push(position);
        }
        for slot in slots.values_mut() {
            slot.reverse();
        }
        Positions { slots }
    }

    fn take(&mut self, form: &Value, used: &mut [bool]) -> Option<usize> {
        let slot = self.slots.get_mut(form)?;
        while let Some(position) = slot.pop() {
            if let Some(used @ false) = used.get_mut(position) {
                *used = true;
                return Some(position);
            }
        }
        None
    }
}

fn match_by_key(key: SetKeyFn, prior: &[Value], fresh: &[Value]) -> Vec<Option<usize>> {
    let mut used = vec![false; prior.len()];
    let mut positions = Positions::new(prior.iter().map(key).enumerate());
    fresh
        .iter()
        .map(|element| {
            let form = key(element);
            if form.is_wholly_known() {
                positions.take(&form, &mut used)
            } else {
                None
            }
        })
        .collect()
}

fn match_by_configured_part(
    block: &Block,
    prior: &[Value],
    config: &[Value],
    fresh: &[Value],
) -> Vec<Option<usize>> {
    let mut used = vec![false; prior.len()];
    let mut groups: HashMap<Value, Positions> = HashMap::new();
    config
        .iter()
        .zip(fresh)
        .map(|(config, fresh)| {
            if !config.is_wholly_known() {
                return None;
            }
            // What is unknown in the fresh element is open, since nothing configured is.
            let form = masked(block, fresh, fresh)?;
            let positions = groups.entry(shape(&form)).or_insert_with(|| {
                Positions::new(
                    prior
                        .iter()
                        .enumerate()
                        .filter_map(|(i, old)| Some((i, masked(block, fresh, old)?))),
                )
            });
            positions.take(&form, &mut used)
        })
        .collect()
}

/// `element` in comparable form, with every leaf that is unknown in `mask` unknown. Nothing where
/// the two have different structure, or where a nested set has open parts (its elements cannot be
/// told apart).
fn masked(block: &Block, mask: &Value, element: &Value) -> Option<Value> {
    let (Value::Object(mask), Value::Object(values)) = (mask, element) else {
        return (mask.is_null() && element.is_null()).then_some(Value::Null);
    };
    let mut form = Vec::with_capacity(values.len());
    for ((field, mask), value) in block.fields.iter().zip(mask).zip(values) {
        form.push(masked_field(field, mask, value)?);
    }
    Some(Value::Object(form))
}

fn masked_field(field: &Field, mask: &Value, value: &Value) -> Option<Value> {
    if mask.is_unknown() {
        return Some(Value::UNKNOWN);
    }
    let Some((_, block)) = field.nested_block() else {
        let canonical = field
            .canonical()
            .filter(|_| value.is_wholly_known() && !value.is_null());
        return Some(canonical.map_or_else(|| value.clone(), |canonical| canonical(value)));
    };
    match (mask, value) {
        (Value::List(masks), Value::List(values)) if masks.len() == values.len() => {
            let forms: Option<Vec<Value>> = masks
                .iter()
                .zip(values)
                .map(|(m, v)| masked(block, m, v))
                .collect();
            forms.map(Value::List)
        }
        (Value::Map(masks), Value::Map(values)) if masks.len() == values.len() => {
            let mut forms = std::collections::BTreeMap::new();
            for (key, mask) in masks {
                forms.insert(
                    std::sync::Arc::clone(key),
                    masked(block, mask, values.get(key)?)?,
                );
            }
            Some(Value::Map(forms))
        }
        (Value::Set(masks), Value::Set(_)) => masks
            .iter()
            .all(Value::is_wholly_known)
            .then(|| value.clone()),
        (mask, value) => match (&field.kind, mask, value) {
            (Kind::Nested { .. } | Kind::Block { .. }, Value::Object(_), Value::Object(_))
            | (_, Value::Null, Value::Null) => masked(block, mask, value),
            _ => None,
        },
    }
}

/// What is left of a form when all known leaves are alike: the group it belongs to.
fn shape(form: &Value) -> Value {
    match form {
        Value::Unknown(_) => Value::UNKNOWN,
        Value::Object(values) => Value::Object(values.iter().map(shape).collect()),
        Value::List(values) => Value::List(values.iter().map(shape).collect()),
        Value::Map(map) => Value::Map(
            map.iter()
                .map(|(k, v)| (std::sync::Arc::clone(k), shape(v)))
                .collect(),
        ),
        _ => Value::Null,
    }
}
