//! Which changes force a replacement, to the leaf.

use super::sets::{PossiblePriors, match_by_key};
use crate::correlate::{Comparison, Zeros, assign, assign_more, element, part, steps_of_both};
use crate::path::{BorrowedStep, Path, Step};
use crate::schema::{Block, Field, Flags, ForceNewWhenFn, Nesting};
use crate::value::{Value, field_of};

/// Paths of changed force-new fields, and those of `forced` (from the plan hook) that change.
pub(super) fn paths(
    block: &Block,
    prior: &Value,
    planned: &Value,
    config: &Value,
    forced: &[Path],
) -> Vec<Path> {
    let mut search = Search::default();
    let (old, new) = (prior, planned);
    search.object(block, Sides { old, new, config }, false);
    for path in forced {
        let path = path.addressable();
        let mut along = block.along(path.steps());
        let write_only = along.find(|(_, field)| field.is(Flags::WRITE_ONLY));
        // Neither object has write-only values: only the hook knows that they changed. Core
        // requires the exact path of the attribute.
        let end = write_only.map_or(path.steps().len(), |(count, _)| count);
        let path: Path = path.steps().iter().take(end).cloned().collect();
        let old = at(block, prior, path.steps());
        let new = at(block, planned, path.steps());
        let counts = old != new || write_only.is_some();
        if (old.is_some() || new.is_some()) && counts && !search.found.contains(&path) {
            search.found.push(path);
        }
    }
    search.found
}

#[derive(Default)]
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
    /// Two objects, one of which may be missing. With `all` every change counts, since a block
    /// around it is force new.
    fn object(&mut self, block: &Block, sides: Sides<'_>, all: bool) {
        let exists = |side: &Value| matches!(side, Value::Object(_));
        let gone = !exists(sides.new) && exists(sides.old);
        let both = exists(sides.new) && exists(sides.old);
        for (position, field) in block.fields.iter().enumerate() {
            if gone && field.is(Flags::COMPUTED) {
                // A value that the provider may choose is not a reason to replace unless something
                // asks for it.
                continue;
            }
            let sides = Sides {
                old: part(sides.old, position),
                new: part(sides.new, position),
                config: field_of(sides.config, position),
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
                self.object(block, sides, all);
                came_or_went = old.is_null() != new.is_null();
            }
            Nesting::List | Nesting::Map => {
                for step in steps_of_both(old, new) {
                    let sides = Sides {
                        old: element(step, old),
                        new: element(step, new),
                        config: element(step, config),
                    };
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

    fn pair(&mut self, step: BorrowedStep<'_>, block: &Block, sides: Sides<'_>, all: bool) {
        let Sides { old, new, .. } = sides;
        if old == new {
            return;
        }
        self.path.push(step.step());
        let before = self.found.len();
        if new.is_unknown() {
            if all || has_force_new(block) {
                self.found.push(self.path.clone());
            }
        } else {
            self.object(block, sides, all);
            // An element without a leaf to name was added or removed.
            if all && old.is_null() != new.is_null() && self.found.len() == before {
                self.found.push(self.path.clone());
            }
        }
        self.path.pop();
    }
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
    let mut pairs = assign(block, new, old, Comparison::EXACT, computed_only);
    if let Some(key) = field.set_key() {
        let possible = PossiblePriors::new(block, old, new, |i| !computed_only(i));
        for (i, j) in match_by_key((key, block), old, new, &pairs) {
            // An element that may turn out to be a different prior element, equal to the sibling
            // that continues that one, would leave its own prior element behind.
            if !possible.may_leave(i, Some(j)) {
                pairs[i] = Some(j);
            }
        }
    }
    // A difference only in null and zero does not mean a different element, so the force-new fields
    // beside it are not a reason to replace the resource.
    let same = Comparison::of(Zeros::Same);
    assign_more(block, new, old, same, computed_only, &mut pairs);
    let mut continued = vec![false; old.len()];
    for (i, (new, pair)) in new.iter().zip(pairs).enumerate() {
        let old = pair.map_or(&Value::Null, |j| {
            continued[j] = true;
            &old[j]
        });
        let config = configured(i);
        if forces(block, Sides { old, new, config }, all) {
            return true;
        }
    }
    old.iter().zip(continued).any(|(old, continued)| {
        let (new, config) = (&Value::Null, &Value::Null);
        !continued && forces(block, Sides { old, new, config }, all)
    })
}

/// Whether a force-new field differs between two elements; a null one does not exist. `all` makes
/// every configurable field force new.
fn forces(block: &Block, sides: Sides<'_>, all: bool) -> bool {
    let Sides { old, new, .. } = sides;
    if old == new {
        return false;
    }
    if new.is_unknown() {
        return all || has_force_new(block);
    }
    let mut search = Search {
        in_set: true,
        ..Search::default()
    };
    search.object(block, sides, all);
    !search.found.is_empty() || all && old.is_null() != new.is_null()
}

/// The value at a path of names; `None` if it leads nowhere. Everything inside an unknown is
/// unknown.
fn at<'v>(block: &Block, object: &'v Value, steps: &[Step]) -> Option<&'v Value> {
    let (Step::Attribute(name), rest) = steps.split_first()? else {
        return None;
    };
    let (position, field) = block.find(name)?;
    let mut value = object.as_object()?.get(position)?;
    let mut rest = rest;
    while let Some((step, tail)) = rest.split_first() {
        value = match (step, value) {
            (Step::Index(i), Value::List(list)) => list.get(usize::try_from(*i).ok()?)?,
            (Step::Key(key), Value::Map(map)) => map.get(&**key)?,
            (Step::Attribute(_), Value::Object(_)) => {
                return at(field.nested_block()?.1, value, rest);
            }
            (_, Value::Unknown(_)) => return may_be(field, rest).then_some(&Value::UNKNOWN),
            _ => return None,
        };
        rest = tail;
    }
    Some(value)
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
