//! When a plan must replace, and where, worked out in the simplest way.

use std::collections::BTreeSet;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Extra, Field, Flags, Nesting};
use schema_runtime::value::Value;

/// The paths at which a force-new value changed or is unknown, to the leaf (they stop at a set),
/// those of `forced` that changed, and those of `forced` that are write-only: that such a value
/// changed is in no object, so that the hook is believed.
#[must_use]
pub(super) fn replace_paths(
    block: &Block,
    prior: &Value,
    planned: &Value,
    config: &Value,
    forced: &[Path],
) -> BTreeSet<String> {
    let mut search = Search {
        in_set: false,
        path: Path::root(),
        found: BTreeSet::new(),
    };
    search.object(block, prior, planned, config, false);
    for path in forced {
        let path = path.addressable();
        let hidden = write_only(block, &path);
        let path = hidden.clone().unwrap_or(path);
        let (old, new) = (
            reach(block, Some(prior), path.steps()),
            reach(block, Some(planned), path.steps()),
        );
        let there = old.is_some() || new.is_some();
        if old != new || (hidden.is_some() && there) {
            search.found.insert(path.to_string());
        }
    }
    search.found
}

/// The write-only attribute that a path names or leads into.
#[must_use]
pub(super) fn write_only(block: &Block, path: &Path) -> Option<Path> {
    let mut inside = Some(block);
    let mut so_far: Vec<Step> = Vec::new();
    for step in path.steps() {
        so_far.push(step.clone());
        let Step::Attribute(name) = step else {
            continue;
        };
        let (_, field) = inside?.find(name)?;
        if field.is(Flags::WRITE_ONLY) {
            return Some(so_far.into_iter().collect());
        }
        inside = field.nested_block().map(|(_, nested)| &**nested);
    }
    None
}

/// The value at a path; `None` if the path leads out of the value.
fn reach<'v>(block: &Block, value: Option<&'v Value>, steps: &[Step]) -> Option<&'v Value> {
    let Some((step, rest)) = steps.split_first() else {
        return value;
    };
    match (step, value?) {
        (Step::Attribute(name), Value::Object(values)) => {
            let (position, field) = block.find(name)?;
            let inside = field.nested_block().map_or(block, |(_, inside)| inside);
            reach(inside, values.get(position), rest)
        }
        (Step::Index(index), Value::List(elements)) => {
            reach(block, elements.get(*index as usize), rest)
        }
        (Step::Key(key), Value::Map(elements)) => reach(block, elements.get(&**key), rest),
        // The content of an unknown is unknown.
        (_, unknown @ Value::Unknown(_)) => Some(unknown),
        _ => None,
    }
}

struct Search {
    in_set: bool,
    path: Path,
    found: BTreeSet<String>,
}

/// An object or element as it was, as it is planned, and as it is configured.
type Three<'v> = (&'v Value, &'v Value, &'v Value);

fn part(object: &Value, position: usize) -> &Value {
    let values = object.as_object();
    inside(object, values.and_then(|values| values.get(position)))
}

/// The findings in a value; in an unknown one, everything is unknown.
fn inside<'v>(value: &'v Value, found: Option<&'v Value>) -> &'v Value {
    found.unwrap_or(match value {
        Value::Unknown(_) => value,
        _ => &Value::Null,
    })
}

fn holds_force_new(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::FORCE_NEW)
            || field
                .nested_block()
                .is_some_and(|(_, block)| holds_force_new(block))
    })
}

impl Search {
    /// `all` says that a field around is force new, so that every change of what can be configured
    /// counts.
    fn object(&mut self, block: &Block, old: &Value, new: &Value, config: &Value, all: bool) {
        for (position, field) in block.fields.iter().enumerate() {
            if new.is_null() && field.is(Flags::COMPUTED) {
                // Gone with what was around it.
                continue;
            }
            let all = field.is(Flags::FORCE_NEW) || all && field.is_configurable();
            let three = (
                part(old, position),
                part(new, position),
                part(config, position),
            );
            // The engine completes the latter itself.
            let both = old.as_object().is_some() && new.as_object().is_some();
            if both && !self.in_set && field.reads_alike(three.0, three.1) {
                continue;
            }
            self.path.push(Step::Attribute(field.name.clone()));
            self.field(field, three, all);
            self.path.pop();
        }
    }

    fn here(&mut self) {
        self.found.insert(self.path.to_string());
    }

    fn field(&mut self, field: &Field, (old, new, config): Three<'_>, all: bool) {
        if old == new {
            return;
        }
        let Some((nesting, block)) = field.nested_block() else {
            if all {
                self.here();
            }
            return;
        };
        if new.is_unknown() {
            if all || holds_force_new(block) {
                self.here();
            }
            return;
        }
        let before = self.found.len();
        match nesting {
            Nesting::Single | Nesting::Group => self.object(block, old, new, config, all),
            Nesting::List => {
                for i in 0..list(old).len().max(list(new).len()) {
                    let at = |value| list(value).get(i);
                    let three = (
                        inside(old, at(old)),
                        inside(new, at(new)),
                        inside(config, at(config)),
                    );
                    self.element(Step::Index(i as u64), block, three, all);
                }
            }
            Nesting::Map => {
                let keys = |value: &Value| match value {
                    Value::Map(map) => map.keys().cloned().collect(),
                    _ => BTreeSet::new(),
                };
                for key in keys(old).union(&keys(new)) {
                    let at = |value: &Value| match value {
                        Value::Map(map) => inside(value, map.get(key)).clone(),
                        other => inside(other, None).clone(),
                    };
                    let (old, new, config) = (at(old), at(new), at(config));
                    let step = Step::Key(key.clone().into());
                    self.element(step, block, (&old, &new, &config), all);
                }
            }
            Nesting::Set => {
                if set_replaces(field, block, (old, new, config), all) {
                    self.here();
                }
            }
        }
        // The whole came, went or became empty, and there is no leaf to say so.
        let count = old.element_count() != new.element_count() || old.is_null() != new.is_null();
        if all && count && self.found.len() == before {
            self.here();
        }
    }

    fn element(&mut self, step: Step, block: &Block, (old, new, config): Three<'_>, all: bool) {
        if old == new {
            return;
        }
        self.path.push(step);
        let before = self.found.len();
        if new.is_unknown() {
            if all || holds_force_new(block) {
                self.here();
            }
        } else {
            self.object(block, old, new, config, all);
            if all && old.is_null() != new.is_null() && self.found.len() == before {
                self.here();
            }
        }
        self.path.pop();
    }
}

/// Whether a difference of two sets touches anything force new.
fn set_replaces(field: &Field, block: &Block, (old, new, config): Three<'_>, all: bool) -> bool {
    if all && (old.is_null() != new.is_null() || old.element_count() != new.element_count()) {
        return true;
    }
    let key = field.extras.iter().find_map(|extra| match extra {
        Extra::SetKey { key } => Some(*key),
        _ => None,
    });
    let pairs = pairs(list(old), list(new), config, key);
    pairs.into_iter().any(|three| {
        let mut inside = Search {
            in_set: true,
            path: Path::root(),
            found: BTreeSet::new(),
        };
        inside.element(Step::Element(Box::new(Value::Null)), block, three, all);
        !inside.found.is_empty()
    })
}

fn list(value: &Value) -> &[Value] {
    match value {
        Value::List(elements) => elements,
        Value::Set(elements) => elements.as_slice(),
        _ => &[],
    }
}

/// Elements of two sets that are the same but for computed values that are unknown; the rest by
/// key, or alone.
fn pairs<'v>(
    old: &'v [Value],
    new: &'v [Value],
    config: &'v Value,
    key: Option<fn(&Value) -> Value>,
) -> Vec<(&'v Value, &'v Value, &'v Value)> {
    let none = &Value::Null;
    let all = old;
    let mut old: Vec<&Value> = old.iter().collect();
    let mut found = Vec::new();
    // The configuration of an element, which is certain only if no elements were merged.
    let ordered = list(config).len() == new.len();
    let untold = match config.is_wholly_known() {
        true => none,
        false => &Value::UNKNOWN,
    };
    let mut rest: Vec<(&Value, &Value)> = new
        .iter()
        .enumerate()
        .map(|(i, new)| match list(config).get(i) {
            Some(config) if ordered => (new, config),
            _ => (new, untold),
        })
        .collect();
    for by_computed in [false, true] {
        rest.retain(|&(new, config)| {
            let open = by_computed && config.is_wholly_known();
            let same = |old: &&Value| new == *old || open && covers(new, old);
            match old.iter().position(same) {
                Some(at) => {
                    found.push((old.remove(at), new, config));
                    false
                }
                None => true,
            }
        });
    }
    if let Some(key) = key {
        let only = |list: &[&Value], one: &Value| {
            list.iter().filter(|other| key(other) == key(one)).count() == 1
        };
        let left: Vec<&Value> = rest.iter().map(|(new, _)| *new).collect();
        rest.retain(|&(new, config)| {
            let at = old.iter().position(|old| key(old) == key(new));
            // What may be another one, too, may leave its own behind.
            let sure = |at: usize| {
                let mut others = all.iter().filter(|other| *other != old[at]);
                config.is_wholly_known() || !others.any(|other| covers(new, other))
            };
            match at.filter(|&at| only(&old, new) && only(&left, new) && sure(at)) {
                Some(at) => {
                    found.push((old.remove(at), new, config));
                    false
                }
                None => true,
            }
        });
    }
    // Nobody means another element by null in place of zero.
    rest.retain(|&(new, config)| {
        let same = |old: &&Value| config.is_wholly_known() && covers_with(new, old, true);
        match old.iter().position(same) {
            Some(at) => {
                found.push((old.remove(at), new, config));
                false
            }
            None => true,
        }
    });
    found.extend(rest.into_iter().map(|(new, config)| (none, new, config)));
    found.extend(old.into_iter().map(|old| (old, none, none)));
    found
}

/// Whether a value with unknowns may turn out to be another.
fn covers(mask: &Value, value: &Value) -> bool {
    covers_with(mask, value, false)
}

/// The same; `zeros` says that null and zero are one.
fn covers_with(mask: &Value, value: &Value, zeros: bool) -> bool {
    let covers = |mask: &Value, value: &Value| covers_with(mask, value, zeros);
    let nothing = |value: &Value| value.is_null() || value.is_zero();
    match (mask, value) {
        (Value::Unknown(_), _) => true,
        (Value::Object(a), Value::Object(b)) | (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|((j, a), (k, b))| j == k && covers(a, b))
        }
        (Value::Set(a), Value::Set(b)) => {
            let mut taken = vec![None; b.len()];
            let (a, b) = (a.as_slice(), b.as_slice());
            a.len() == b.len()
                && (0..a.len())
                    .all(|i| place(i, (a, b), &mut taken, &mut vec![false; b.len()], &covers))
        }
        (a, b) => a == b || zeros && nothing(a) && nothing(b),
    }
}

/// Finds a value for a mask, and if need be another one for the mask that has it.
fn place(
    mask: usize,
    (masks, values): (&[Value], &[Value]),
    taken: &mut [Option<usize>],
    seen: &mut [bool],
    covers: &impl Fn(&Value, &Value) -> bool,
) -> bool {
    (0..values.len()).any(|j| {
        let fits = !seen[j] && covers(&masks[mask], &values[j]);
        seen[j] |= fits;
        let placed = fits
            && taken[j].is_none_or(|holder| place(holder, (masks, values), taken, seen, covers));
        if placed {
            taken[j] = Some(mask);
        }
        placed
    })
}
