//! Which prior element of a set an element of the configuration continues.
//!
//! A prior element may be continued by an element of the configuration if they are equal wherever
//! the configuration has a value: every leaf that differs is computed and not configured. Core
//! compares every pair of elements; here a hash over the leaves that count finds the candidates,
//! and only those are compared.
//!
//! Which leaves count depends on both sides: on which computed leaves the configured element omits
//! (its *mask*), and on the shape of the prior element, since core walks the prior one and ignores
//! what only the configured one has. Elements are therefore grouped by mask and by shape (mostly
//! one group each), and every pair of groups has its own index.

use std::collections::{HashMap, VecDeque};

use super::support::{OrderedHash, UNKNOWN, child, is_object_of};
use crate::path::{BorrowedStep, steps};
use crate::schema::{Block, Field, Kind, Nesting};
use crate::ty::Type;
use crate::value::{Value, hash_of};

pub(super) struct Correlation<'b, 'a> {
    block: &'b Block,
    priors: Vec<&'a Value>,
    used: Vec<bool>,
    /// Positions of the prior elements of each shape.
    shapes: Vec<Vec<usize>>,
    /// The positions with a key, for each mask and shape; the first ones are not used yet.
    indexes: HashMap<(u64, usize), HashMap<u64, VecDeque<usize>>>,
}

impl<'b, 'a> Correlation<'b, 'a> {
    /// Indexes prior elements in core's order.
    pub(super) fn new(block: &'b Block, priors: Vec<&'a Value>) -> Self {
        let mut by_shape: HashMap<u64, usize> = HashMap::new();
        let mut shapes: Vec<Vec<usize>> = Vec::new();
        for (position, prior) in priors.iter().enumerate() {
            let mut shape = OrderedHash::default();
            outline(block, prior, |_, _| false, &mut shape);
            let next = shapes.len();
            let number = *by_shape.entry(shape.0).or_insert(next);
            match shapes.get_mut(number) {
                Some(positions) => positions.push(position),
                None => shapes.push(vec![position]),
            }
        }
        Correlation {
            block,
            used: vec![false; priors.len()],
            priors,
            shapes,
            indexes: HashMap::new(),
        }
    }

    /// The first unused prior element that `config` may continue; it is used from now on.
    pub(super) fn take(&mut self, config: &Value) -> Option<&'a Value> {
        let mut mask = OrderedHash::default();
        outline(self.block, config, is_free, &mut mask);
        let shapes = 0..self.shapes.len();
        let found = shapes.filter_map(|shape| self.first_of_shape(mask.0, shape, config));
        let found = found.min()?;
        self.used[found] = true;
        Some(self.priors[found])
    }

    /// Like [`take`](Self::take), but compares every prior element.
    #[cfg(test)]
    pub(super) fn take_pairwise(&mut self, config: &Value) -> Option<&'a Value> {
        let found = (0..self.priors.len())
            .find(|&i| !self.used[i] && continues(self.block, self.priors[i], config))?;
        self.used[found] = true;
        Some(self.priors[found])
    }

    fn first_of_shape(&mut self, mask: u64, shape: usize, config: &Value) -> Option<usize> {
        let (block, priors, used) = (self.block, &self.priors, &self.used);
        let positions = &self.shapes[shape];
        let model = priors[*positions.first()?];
        let own_key = key(block, model, config, Side::Config)?;
        let index = self.indexes.entry((mask, shape)).or_insert_with(|| {
            let mut index: HashMap<u64, VecDeque<usize>> = HashMap::new();
            for &position in positions {
                if let Some(key) = key(block, priors[position], config, Side::Prior) {
                    index.entry(key).or_default().push_back(position);
                }
            }
            index
        });
        let left = index.get_mut(&own_key)?;
        while left.front().is_some_and(|&position| used[position]) {
            left.pop_front();
        }
        let fits =
            |&position: &usize| !used[position] && continues(block, priors[position], config);
        left.iter().copied().find(fits)
    }
}

#[derive(Clone, Copy)]
enum Side {
    Prior,
    Config,
}

/// What is null or unknown, and the lengths of collections of objects: which leaves exist. Also
/// which of them are free.
fn outline(
    block: &Block,
    value: &Value,
    is_free: fn(&Field, &Value) -> bool,
    hash: &mut OrderedHash,
) {
    match value {
        Value::Object(_) => {
            hash.add(1);
            for (field, value) in block.with_values(value) {
                match field.nested_block() {
                    None => hash.add(u64::from(is_free(field, value))),
                    // A set is a leaf here: it is equal or not.
                    Some((Nesting::Set, _)) => {}
                    Some((_, block)) => outline(block, value, is_free, hash),
                }
            }
        }
        Value::List(_) | Value::Map(_) => {
            hash.add(2);
            hash.add(value.element_count().unwrap_or(0) as u64);
            for (step, element) in steps(value) {
                if let BorrowedStep::Key(key) = step {
                    hash.add(hash_of(&Value::String(key.clone())));
                }
                outline(block, element, is_free, hash);
            }
        }
        Value::Null => hash.add(4),
        _ => hash.add(5),
    }
}

/// Whether a leaf is a set, which must be equal even if it is computed.
fn is_set(field: &Field, config: &Value) -> bool {
    match (&field.kind, config) {
        (Kind::Attribute { ty }, Value::Dynamic(dynamic)) if **ty == Type::Dynamic => {
            matches!(dynamic.ty, Type::Set(_))
        }
        (Kind::Attribute { ty }, _) => matches!(**ty, Type::Set(_)),
        _ => false,
    }
}

/// Whether the provider may choose a leaf of a configured element.
fn is_free(field: &Field, config: &Value) -> bool {
    field.is_wire_computed() && config.is_null() && !is_set(field, config)
}

/// The key of one side of a pair: the same on both sides whenever the configured element may
/// continue the prior one. `None` if the two shapes cannot match.
fn key(block: &Block, prior: &Value, config: &Value, side: Side) -> Option<u64> {
    let mut key = OrderedHash::default();
    object_key(block, prior, config, side, &mut key).then_some(key.0)
}

fn object_key(
    block: &Block,
    prior: &Value,
    config: &Value,
    side: Side,
    key: &mut OrderedHash,
) -> bool {
    if !matches!(prior, Value::Object(_)) {
        return true;
    }
    if config.is_null() || !is_object_of(block, prior) || !is_object_of(block, config) {
        return false;
    }
    block.fields.iter().enumerate().all(|(position, field)| {
        let (prior, config) = (child(prior, position), child(config, position));
        match field.nested_block() {
            None if is_free(field, config) => true,
            None | Some((Nesting::Set, _)) => {
                key.add_value(match side {
                    Side::Prior => prior,
                    Side::Config => config,
                });
                true
            }
            Some((_, block)) => for_each_child(prior, config, |prior, config| {
                object_key(block, prior, config, side, key)
            }),
        }
    })
}

/// Whether the configured element may continue the prior one.
fn continues(block: &Block, prior: &Value, config: &Value) -> bool {
    // Core walks the prior element, and there is nothing to walk in one that is not an object.
    if prior.equal_ignoring_refinements(config) || !matches!(prior, Value::Object(_)) {
        return true;
    }
    if config.is_null() || !is_object_of(block, prior) || !is_object_of(block, config) {
        return false;
    }
    block.fields.iter().enumerate().all(|(position, field)| {
        let (prior, config) = (child(prior, position), child(config, position));
        prior.equal_ignoring_refinements(config)
            || match field.nested_block() {
                None => is_free(field, config),
                Some((Nesting::Set, _)) => false,
                Some((_, block)) => for_each_child(prior, config, |prior, config| {
                    continues(block, prior, config)
                }),
            }
    })
}

/// Pairs the objects in a prior nested value with those in the configured one; false if one of them
/// has no partner, or `each` returns false.
fn for_each_child(
    prior: &Value,
    config: &Value,
    mut each: impl FnMut(&Value, &Value) -> bool,
) -> bool {
    match prior {
        Value::List(_) | Value::Map(_) => steps(prior).all(|(step, prior)| match config {
            Value::Unknown(_) => each(prior, &UNKNOWN),
            _ => step.of(config).is_some_and(|config| each(prior, config)),
        }),
        Value::Object(_) => each(prior, config),
        _ => true,
    }
}
