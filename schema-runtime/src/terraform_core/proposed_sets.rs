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

use std::collections::HashMap;

use super::support::{NULL, UNKNOWN, child};
use crate::schema::{Block, Field, Kind, Nesting};
use crate::ty::Type;
use crate::value::{Value, hash_of};

pub(super) struct Correlation<'b, 'a> {
    block: &'b Block,
    priors: Vec<&'a Value>,
    used: Vec<bool>,
    /// Positions of the prior elements of each shape.
    shapes: Vec<Vec<usize>>,
    /// The positions with a key, for each mask and shape.
    indexes: HashMap<(u64, usize), HashMap<u64, Bucket>>,
}

/// Prior elements with the same key; all before `next` are used.
#[derive(Default)]
struct Bucket {
    positions: Vec<usize>,
    next: usize,
}

impl<'b, 'a> Correlation<'b, 'a> {
    /// Indexes prior elements in core's order.
    pub(super) fn new(block: &'b Block, priors: Vec<&'a Value>) -> Self {
        let mut by_shape: HashMap<u64, usize> = HashMap::new();
        let mut shapes: Vec<Vec<usize>> = Vec::new();
        for (position, prior) in priors.iter().enumerate() {
            let mut shape = OrderedHash::default();
            shape_of(block, prior, &mut shape);
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
        if self.priors.is_empty() {
            return None;
        }
        let pairing = Pairing { block: self.block };
        let mut mask = OrderedHash::default();
        pairing.mask_of(self.block, config, &mut mask);
        let mut best: Option<usize> = None;
        for number in 0..self.shapes.len() {
            if let Some(found) = self.first_of_shape(&pairing, mask.0, number, config) {
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
        let found = best?;
        if let Some(used) = self.used.get_mut(found) {
            *used = true;
        }
        self.priors.get(found).copied()
    }

    /// Like [`take`](Self::take), but compares every prior element.
    #[cfg(test)]
    pub(super) fn take_pairwise(&mut self, config: &Value) -> Option<&'a Value> {
        let pairing = Pairing { block: self.block };
        let found = (0..self.priors.len())
            .find(|&i| !self.used[i] && pairing.continues(self.block, self.priors[i], config))?;
        self.used[found] = true;
        Some(self.priors[found])
    }

    fn first_of_shape(
        &mut self,
        pairing: &Pairing<'_>,
        mask: u64,
        shape: usize,
        config: &Value,
    ) -> Option<usize> {
        let positions = self.shapes.get(shape)?;
        let priors = &self.priors;
        let model = priors.get(*positions.first()?)?;
        let key = pairing.key(model, config, Side::Config)?;
        let index = self.indexes.entry((mask, shape)).or_insert_with(|| {
            let mut index: HashMap<u64, Bucket> = HashMap::new();
            for &position in positions {
                let prior = priors.get(position).copied().unwrap_or(&NULL);
                if let Some(key) = pairing.key(prior, config, Side::Prior) {
                    index.entry(key).or_default().positions.push(position);
                }
            }
            index
        });
        let bucket = index.get_mut(&key)?;
        let used = &self.used;
        let is_used = |position: &usize| used.get(*position).copied().unwrap_or(true);
        while bucket.positions.get(bucket.next).is_some_and(is_used) {
            bucket.next += 1;
        }
        bucket
            .positions
            .iter()
            .skip(bucket.next)
            .find(|&position| {
                !is_used(position)
                    && priors
                        .get(*position)
                        .is_some_and(|prior| pairing.continues(self.block, prior, config))
            })
            .copied()
    }
}

#[derive(Clone, Copy)]
enum Side {
    Prior,
    Config,
}

/// Order-dependent mixing of hashes that are already well distributed.
#[derive(Default)]
struct OrderedHash(u64);

impl OrderedHash {
    fn add(&mut self, hash: u64) {
        self.0 = (self.0.rotate_left(23) ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn add_value(&mut self, value: &Value) {
        // Core's comparison ignores refinements.
        if value.is_wholly_known() {
            self.add(hash_of(value));
        } else {
            self.add(hash_of(&value.without_refinements()));
        }
    }
}

/// What is null or unknown, and the lengths of collections of objects: which leaves exist.
fn shape_of(block: &Block, value: &Value, shape: &mut OrderedHash) {
    match value {
        Value::Object(fields) => {
            shape.add(1);
            for (field, value) in block.fields.iter().zip(fields) {
                if let Some((nesting, block)) = field.nested_block() {
                    // A set is a leaf here: it is equal or not.
                    if nesting != Nesting::Set {
                        shape_of(block, value, shape);
                    }
                }
            }
        }
        Value::List(elements) => {
            shape.add(2);
            shape.add(elements.len() as u64);
            for element in elements {
                shape_of(block, element, shape);
            }
        }
        Value::Map(map) => {
            shape.add(3);
            shape.add(map.len() as u64);
            for (key, element) in map {
                shape.add(hash_of(&Value::String(key.clone())));
                shape_of(block, element, shape);
            }
        }
        Value::Null => shape.add(4),
        _ => shape.add(5),
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

struct Pairing<'a> {
    block: &'a Block,
}

impl Pairing<'_> {
    fn is_free(&self, field: &Field, config: &Value) -> bool {
        field.is_wire_computed() && config.is_null() && !is_set(field, config)
    }

    /// Which leaves of a configured element the provider may choose, and its shape.
    fn mask_of(&self, block: &Block, config: &Value, mask: &mut OrderedHash) {
        match config {
            Value::Object(fields) => {
                mask.add(1);
                for (field, value) in block.fields.iter().zip(fields) {
                    match field.nested_block() {
                        None => mask.add(u64::from(self.is_free(field, value))),
                        Some((Nesting::Set, _)) => {}
                        Some((_, block)) => self.mask_of(block, value, mask),
                    }
                }
            }
            Value::List(elements) => {
                mask.add(2);
                mask.add(elements.len() as u64);
                for element in elements {
                    self.mask_of(block, element, mask);
                }
            }
            Value::Map(map) => {
                mask.add(3);
                mask.add(map.len() as u64);
                for (key, element) in map {
                    mask.add(hash_of(&Value::String(key.clone())));
                    self.mask_of(block, element, mask);
                }
            }
            Value::Null => mask.add(4),
            _ => mask.add(5),
        }
    }

    /// The key of one side of a pair: the same on both sides whenever the configured element may
    /// continue the prior one. `None` if the two shapes cannot match.
    fn key(&self, prior: &Value, config: &Value, side: Side) -> Option<u64> {
        let mut key = OrderedHash::default();
        self.object_key(self.block, prior, config, side, &mut key)?;
        Some(key.0)
    }

    fn object_key(
        &self,
        block: &Block,
        prior: &Value,
        config: &Value,
        side: Side,
        key: &mut OrderedHash,
    ) -> Option<()> {
        if !matches!(prior, Value::Object(_)) {
            return Some(());
        }
        if config.is_null() {
            return None;
        }
        for (position, field) in block.fields.iter().enumerate() {
            let prior = child(block, prior, position)?;
            let config = child(block, config, position)?;
            match field.nested_block() {
                None if self.is_free(field, config) => {}
                None | Some((Nesting::Set, _)) => key.add_value(match side {
                    Side::Prior => prior,
                    Side::Config => config,
                }),
                Some((_, block)) => self.nested_key(block, prior, config, side, key)?,
            }
        }
        Some(())
    }

    fn nested_key(
        &self,
        block: &Block,
        prior: &Value,
        config: &Value,
        side: Side,
        key: &mut OrderedHash,
    ) -> Option<()> {
        for_each_child(prior, config, |prior, config| {
            self.object_key(block, prior, config, side, key).is_some()
        })
        .then_some(())
    }

    /// Whether the configured element may continue the prior one.
    fn continues(&self, block: &Block, prior: &Value, config: &Value) -> bool {
        if prior.equal_ignoring_refinements(config) {
            return true;
        }
        if !matches!(prior, Value::Object(_)) {
            // Core walks the prior element, and there is nothing to walk.
            return true;
        }
        if config.is_null() {
            return false;
        }
        block.fields.iter().enumerate().all(|(position, field)| {
            let (Some(prior), Some(config)) = (
                child(block, prior, position),
                child(block, config, position),
            ) else {
                return false;
            };
            if prior.equal_ignoring_refinements(config) {
                return true;
            }
            match field.nested_block() {
                None => self.is_free(field, config),
                Some((Nesting::Set, _)) => false,
                Some((_, block)) => for_each_child(prior, config, |prior, config| {
                    self.continues(block, prior, config)
                }),
            }
        })
    }
}

/// Pairs the objects in a prior nested value with those in the configured one; false if one of them
/// has no partner, or `each` returns false.
fn for_each_child(
    prior: &Value,
    config: &Value,
    mut each: impl FnMut(&Value, &Value) -> bool,
) -> bool {
    match prior {
        Value::List(priors) => priors
            .iter()
            .enumerate()
            .all(|(index, prior)| match config {
                Value::List(configs) => {
                    configs.get(index).is_some_and(|config| each(prior, config))
                }
                Value::Unknown(_) => each(prior, &UNKNOWN),
                _ => false,
            }),
        Value::Map(priors) => priors.iter().all(|(name, prior)| match config {
            Value::Map(configs) => configs.get(name).is_some_and(|config| each(prior, config)),
            Value::Unknown(_) => each(prior, &UNKNOWN),
            _ => false,
        }),
        Value::Object(_) => each(prior, config),
        _ => true,
    }
}
