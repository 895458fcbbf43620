//! Which changes force a replacement, to the leaf.

use super::sets::{PossiblePriors, match_by_key};
use crate::correlate::{Zeros, assign};
use crate::path::{Path, Step};
use crate::schema::{Block, Field, Flags, ForceNewWhenFn, Kind, Nesting};
use crate::value::{Value, field_of};

/// Paths of changed force-new fields, and those of `forced` (from the plan hook) that change.
pub(super) fn paths(
    block: &Block,
    prior: &[Value],
    planned: &[Value],
    config: &Value,
    forced: &[Path],
) -> Vec<Path> {
    let mut search = Search {
        in_set: false,
        path: Path::root(),
        found: Vec::new(),
    };
    search.object(block, prior, planned, config, false);
    for path in forced {
        let path = path.addressable();
        // Neither object has write-only values: only the hook knows that they changed. Core
        // requires the exact path of the attribute.
        let path = match write_only_part(block, path.steps()) {
            Some(steps) => path.steps().iter().take(steps).cloned().collect(),
            None => path,
        };
        let old = at(block, prior, path.steps());
        let new = at(block, planned, path.steps());
        let counts = old != new || write_only_part(block, path.steps()).is_some();
        if (old.is_some() || new.is_some()) && counts && !search.found.contains(&path) {
            search.found.push(path);
        }
    }
    search.found
}

struct Search {
    /// Whether this is in a set element, which such a difference makes a different one.
    in_set: bool,
    path: Path,
    found: Vec<Path>,
}

/// One element before, after, and as configured.
#[derive(Clone, Copy)]
struct Sides<'v> {
    old: &'v Value,
    new: &'v Value,
    config: &'v Value,
}

/// Whether the block has a force-new field at any depth.
fn has_force_new(block: &Block) -> bool {
    block.any_field(&|field| {
        field.is(Flags::FORCE_NEW)
            || field.is(Flags::FORCE_NEW_COUNT)
            || field.force_new_when().is_some()
    })
}

/// Whether this change of a field replaces the object. It does if the field's function cannot
/// decide: a value is null or unknown.
fn is_replaced(field: &Field, old: &Value, new: &Value) -> bool {
    let undecided = |value: &Value| value.is_null() || !value.is_wholly_known();
    let decided = |when: ForceNewWhenFn| undecided(old) || undecided(new) || when(old, new);
    field.is(Flags::FORCE_NEW) || field.force_new_when().is_some_and(decided)
}

impl Search {
    /// Two objects; an empty slice represents a missing one. With `all` every change counts, since
    /// a block around it is force new.
    fn object(
        &mut self,
        block: &Block,
        prior: &[Value],
        planned: &[Value],
        config: &Value,
        all: bool,
    ) {
        let gone = planned.is_empty() && !prior.is_empty();
        let both = !planned.is_empty() && !prior.is_empty();
        for (position, field) in block.fields.iter().enumerate() {
            if gone && field.is(Flags::COMPUTED) {
                // A value that the provider may choose is not a reason to replace unless something
                // asks for it.
                continue;
            }
            let sides = Sides {
                old: prior.get(position).unwrap_or(&Value::Null),
                new: planned.get(position).unwrap_or(&Value::Null),
                config: field_of(config, position),
            };
            // What only the provider decides is not a change of the block around it.
            let inherits = all && field.is_configurable();
            let all = inherits || is_replaced(field, sides.old, sides.new);
            let nested = field.nested_block();
            let counts = field.is(Flags::FORCE_NEW_COUNT);
            let looks = all || counts || nested.is_some_and(|(_, nested)| has_force_new(nested));
            // A change that provider code cannot see is not a reason to replace; the engine
            // completes it.
            if !looks
                || sides.old == sides.new
                || both && !self.in_set && field.reads_alike(sides.old, sides.new)
            {
                continue;
            }
            self.path.push(Step::Attribute(field.name.clone()));
            match nested {
                None => self.found.push(self.path.clone()),
                Some((nesting, block)) => self.nested(field, nesting, block, sides, all),
            }
            self.path.pop();
        }
    }

    fn nested(
        &mut self,
        field: &Field,
        nesting: Nesting,
        block: &Block,
        sides: Sides<'_>,
        all: bool,
    ) {
        let before = self.found.len();
        let Sides { old, new, config } = sides;
        let mut came_or_went = old.element_count() != new.element_count();
        match nesting {
            _ if new.is_unknown() => self.found.push(self.path.clone()),
            Nesting::Single | Nesting::Group => {
                self.object(block, fields(old), fields(new), config, all);
                came_or_went = old.is_null() != new.is_null();
            }
            Nesting::List => {
                for i in 0..old.elements().len().max(new.elements().len()) {
                    let sides = Sides {
                        old: item(old, i),
                        new: item(new, i),
                        config: item(config, i),
                    };
                    self.pair(Step::Index(i as u64), block, sides, all);
                }
            }
            Nesting::Map => {
                let gone = entries(old)
                    .filter(|(key, _)| !matches!(new, Value::Map(new) if new.contains_key(*key)));
                for (key, _) in entries(new).chain(gone) {
                    let sides = Sides {
                        old: entry(old, key),
                        new: entry(new, key),
                        config: entry(config, key),
                    };
                    let step = Step::Key(std::sync::Arc::clone(key).into());
                    self.pair(step, block, sides, all);
                }
            }
            Nesting::Set => {
                if set_forces(field, block, sides, all) {
                    self.found.push(self.path.clone());
                }
            }
        }
        let count = |value: &Value| value.element_count().unwrap_or(0);
        if field.is(Flags::FORCE_NEW_COUNT)
            && !new.is_unknown()
            && count(old) != count(new)
            && !self.found.contains(&self.path)
        {
            self.found.push(self.path.clone());
        }
        // A force-new block that changed without a leaf to name: empty instead of null.
        if all && came_or_went && self.found.len() == before {
            self.found.push(self.path.clone());
        }
    }

    fn pair(&mut self, step: Step, block: &Block, sides: Sides<'_>, all: bool) {
        let Sides { old, new, config } = sides;
        if old == new {
            return;
        }
        self.path.push(step);
        let before = self.found.len();
        if new.is_unknown() {
            if all || has_force_new(block) {
                self.found.push(self.path.clone());
            }
        } else {
            self.object(block, fields(old), fields(new), config, all);
            // An element without a leaf to name was added or removed.
            if all && old.is_null() != new.is_null() && self.found.len() == before {
                self.found.push(self.path.clone());
            }
        }
        self.path.pop();
    }
}

/// The entries of a map; empty for any other value.
fn entries(map: &Value) -> impl Iterator<Item = (&std::sync::Arc<str>, &Value)> {
    let map = match map {
        Value::Map(map) => Some(map),
        _ => None,
    };
    map.into_iter().flatten()
}

/// An entry of a map, null if absent; an unknown map has unknown entries.
fn entry<'v>(map: &'v Value, key: &str) -> &'v Value {
    match map {
        Value::Map(map) => map.get(key).unwrap_or(&Value::Null),
        Value::Unknown(_) => map,
        _ => &Value::Null,
    }
}

/// An element of a list, null if absent; an unknown list has unknown elements.
fn item(list: &Value, i: usize) -> &Value {
    match list {
        Value::List(elements) => elements.get(i).unwrap_or(&Value::Null),
        Value::Unknown(_) => list,
        _ => &Value::Null,
    }
}

fn fields(value: &Value) -> &[Value] {
    value.as_object().unwrap_or(&[])
}

/// Whether a set's difference touches a force-new field. An element that continues a prior one
/// (equal except for computed values and zeros in place of null, or with the same set key) is
/// compared with it field by field; any other is a different element, so its force-new fields are
/// added or removed.
fn set_forces(field: &Field, block: &Block, sides: Sides<'_>, all: bool) -> bool {
    let (old, new) = (sides.old.elements(), sides.new.elements());
    if all && old.len() != new.len() {
        return true;
    }
    // Planned elements are in the configured order unless some merged. If nothing is configured,
    // all unknowns are computed.
    let config = sides.config.elements();
    let aligned = config.len() == new.len();
    let unaligned = match sides.config.is_wholly_known() {
        true => &Value::Null,
        false => &Value::UNKNOWN,
    };
    let configured = |i: usize| config.get(i).filter(|_| aligned).unwrap_or(unaligned);
    let computed_only = |i: usize| configured(i).is_wholly_known();
    let mut pairs = assign(block, new, old, Zeros::Exact, computed_only);
    if let Some(key) = field.set_key() {
        // An element that may turn out to be a different prior element, equal to the sibling that
        // continues that one, would leave its own prior element behind.
        let possible = PossiblePriors::new(block, old, new, |i| !computed_only(i));
        for (i, j) in match_by_key((key, block), old, new, &pairs) {
            if let Some(place) = pairs.get_mut(i)
                && !possible.may_leave(i, Some(j))
            {
                *place = Some(j);
            }
        }
    }
    pair_but_for_zeros(block, (new, old), &mut pairs, computed_only);
    let mut continued = vec![false; old.len()];
    for (i, element) in new.iter().enumerate() {
        let paired = pairs.get(i).copied().flatten();
        let before = paired.and_then(|j| {
            *continued.get_mut(j)? = true;
            old.get(j)
        });
        let sides = Sides {
            old: before.unwrap_or(&Value::Null),
            new: element,
            config: configured(i),
        };
        if forces(block, sides, all) {
            return true;
        }
    }
    old.iter().zip(continued).any(|(old, continued)| {
        let sides = Sides {
            old,
            new: &Value::Null,
            config: &Value::Null,
        };
        !continued && forces(block, sides, all)
    })
}

/// Pairs remaining elements that differ only in null and zero: that does not mean a different
/// element, so the force-new fields beside it are not a reason to replace the resource.
fn pair_but_for_zeros(
    block: &Block,
    (new, old): (&[Value], &[Value]),
    pairs: &mut [Option<usize>],
    eligible: impl Fn(usize) -> bool,
) {
    let mut taken = vec![false; old.len()];
    for j in pairs.iter().flatten() {
        if let Some(taken) = taken.get_mut(*j) {
            *taken = true;
        }
    }
    let without = pairs.iter().enumerate().filter(|(_, pair)| pair.is_none());
    let masks: Vec<(usize, &Value)> = without
        .filter_map(|(i, _)| Some((i, new.get(i).filter(|_| eligible(i))?)))
        .collect();
    let free: Vec<(usize, &Value)> = old
        .iter()
        .enumerate()
        .filter(|(j, _)| taken.get(*j) == Some(&false))
        .collect();
    if masks.is_empty() || free.is_empty() {
        return;
    }
    let values = |of: &[(usize, &Value)]| of.iter().map(|(_, v)| (*v).clone()).collect::<Vec<_>>();
    let found = assign(block, &values(&masks), &values(&free), Zeros::Same, |_| {
        true
    });
    for ((i, _), found) in masks.iter().zip(found) {
        if let (Some(pair), Some((j, _))) = (pairs.get_mut(*i), found.and_then(|j| free.get(j))) {
            *pair = Some(*j);
        }
    }
}

/// Whether a force-new field differs between two elements; a null one does not exist. `all` makes
/// every configurable field force new.
fn forces(block: &Block, sides: Sides<'_>, all: bool) -> bool {
    let Sides { old, new, config } = sides;
    if old == new {
        return false;
    }
    if new.is_unknown() {
        return all || has_force_new(block);
    }
    let mut search = Search {
        in_set: true,
        path: Path::root(),
        found: Vec::new(),
    };
    search.object(block, fields(old), fields(new), config, all);
    !search.found.is_empty() || all && old.is_null() != new.is_null()
}

/// The value at a path of names; `None` if it leads nowhere. Everything inside an unknown is
/// unknown.
fn at<'v>(block: &Block, object: &'v [Value], steps: &[Step]) -> Option<&'v Value> {
    let (Step::Attribute(name), rest) = steps.split_first()? else {
        return None;
    };
    let (position, field) = block.find(name)?;
    let mut value = object.get(position)?;
    let mut rest = rest;
    while let Some((step, tail)) = rest.split_first() {
        value = match (step, value) {
            (Step::Index(i), Value::List(list)) => list.get(usize::try_from(*i).ok()?)?,
            (Step::Key(key), Value::Map(map)) => map.get(&**key)?,
            (Step::Attribute(_), Value::Object(values)) => {
                let (Kind::Nested { block, .. } | Kind::Block { block, .. }) = &field.kind else {
                    return None;
                };
                return at(block, values, rest);
            }
            (_, Value::Unknown(_)) => return may_be(field, rest).then_some(&Value::UNKNOWN),
            _ => return None,
        };
        rest = tail;
    }
    Some(value)
}

/// How many of these steps lead to a write-only attribute, if the path passes one.
fn write_only_part(block: &Block, steps: &[Step]) -> Option<usize> {
    let mut block = Some(block);
    for (count, step) in (1..).zip(steps) {
        let Step::Attribute(name) = step else {
            continue;
        };
        let field = block?.field(name)?;
        if field.is(Flags::WRITE_ONLY) {
            return Some(count);
        }
        block = field.nested_block().map(|(_, nested)| &**nested);
    }
    None
}

/// Whether these steps can lead to something in a field.
fn may_be(field: &Field, steps: &[Step]) -> bool {
    let Some((_, block)) = field.nested_block() else {
        return true;
    };
    let mut rest = steps.iter();
    let name = rest.find_map(|step| match step {
        Step::Attribute(name) => Some(name),
        _ => None,
    });
    name.is_none_or(|name| {
        let inside = block.field(name);
        inside.is_some_and(|inside| may_be(inside, rest.as_slice()))
    })
}
