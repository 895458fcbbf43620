//! Which changes force a replacement, to the leaf.

use std::collections::HashMap;

use crate::path::{Path, Step};
use crate::schema::{Block, Extra, Field, Flags, Kind, Nesting};
use crate::value::Value;

/// Paths of changed force-new fields, and those of `forced` (from the plan hook) that change.
pub(super) fn paths(
    block: &Block,
    prior: &[Value],
    planned: &[Value],
    forced: &[Path],
) -> Vec<Path> {
    let mut search = Search {
        path: Path::root(),
        found: Vec::new(),
    };
    search.object(block, prior, planned, false);
    for path in forced {
        let path = path.addressable();
        let old = at(block, prior, path.steps());
        let new = at(block, planned, path.steps());
        if (old.is_some() || new.is_some()) && old != new && !search.found.contains(&path) {
            search.found.push(path);
        }
    }
    search.found
}

struct Search {
    path: Path,
    found: Vec<Path>,
}

/// Whether a force-new field is anywhere in the block.
fn has_force_new(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::FORCE_NEW)
            || field
                .nested_block()
                .is_some_and(|(_, nested)| has_force_new(nested))
    })
}

impl Search {
    /// Two objects; an empty slice stands for one that is not there. `all` says that every change
    /// counts, since a block around it is force new.
    fn object(&mut self, block: &Block, prior: &[Value], planned: &[Value], all: bool) {
        for (position, field) in block.fields.iter().enumerate() {
            let old = prior.get(position).unwrap_or(&Value::Null);
            let new = planned.get(position).unwrap_or(&Value::Null);
            // What the provider alone decides is no change of the block around it.
            let inherits = all && field.is_configurable();
            let all = inherits || field.is(Flags::FORCE_NEW);
            let nested = field.nested_block();
            let looks = all || nested.is_some_and(|(_, nested)| has_force_new(nested));
            if !looks || old == new {
                continue;
            }
            self.path.push(Step::Attribute(field.name.clone()));
            match nested {
                None => self.found.push(self.path.clone()),
                Some((nesting, block)) => self.nested(field, nesting, block, (old, new), all),
            }
            self.path.pop();
        }
    }

    fn nested(
        &mut self,
        field: &Field,
        nesting: Nesting,
        block: &Block,
        (old, new): (&Value, &Value),
        all: bool,
    ) {
        let before = self.found.len();
        let mut came_or_went = old.element_count() != new.element_count();
        match nesting {
            _ if new.is_unknown() => self.found.push(self.path.clone()),
            Nesting::Single | Nesting::Group => {
                self.object(block, fields(old), fields(new), all);
                came_or_went = old.is_null() != new.is_null();
            }
            Nesting::List => {
                let (old, new) = (elements(old), elements(new));
                for i in 0..old.len().max(new.len()) {
                    self.pair(Step::Index(i as u64), block, (old.get(i), new.get(i)), all);
                }
            }
            Nesting::Map => {
                let none = std::collections::BTreeMap::new();
                let (old, new) = match (old, new) {
                    (Value::Map(old), Value::Map(new)) => (old, new),
                    (Value::Map(old), _) => (old, &none),
                    (_, Value::Map(new)) => (&none, new),
                    _ => return,
                };
                for key in old
                    .keys()
                    .chain(new.keys().filter(|key| !old.contains_key(*key)))
                {
                    let step = Step::Key(std::sync::Arc::clone(key).into());
                    self.pair(step, block, (old.get(key), new.get(key)), all);
                }
            }
            Nesting::Set => {
                if set_forces(field, block, elements(old), elements(new), all) {
                    self.found.push(self.path.clone());
                }
            }
        }
        // A force-new block that changed without a leaf to name: empty where it was null.
        if all && came_or_went && self.found.len() == before {
            self.found.push(self.path.clone());
        }
    }

    fn pair(
        &mut self,
        step: Step,
        block: &Block,
        (old, new): (Option<&Value>, Option<&Value>),
        all: bool,
    ) {
        if old == new {
            return;
        }
        self.path.push(step);
        let before = self.found.len();
        if new.is_some_and(Value::is_unknown) {
            if all || has_force_new(block) {
                self.found.push(self.path.clone());
            }
        } else {
            self.object(block, old.map_or(&[], fields), new.map_or(&[], fields), all);
            // An element without a leaf to name came or went.
            let came_or_went = old.is_none_or(Value::is_null) != new.is_none_or(Value::is_null);
            if all && came_or_went && self.found.len() == before {
                self.found.push(self.path.clone());
            }
        }
        self.path.pop();
    }
}

fn fields(value: &Value) -> &[Value] {
    value.as_object().unwrap_or(&[])
}

fn elements(value: &Value) -> &[Value] {
    match value {
        Value::List(elements) => elements,
        Value::Set(elements) => elements.as_slice(),
        _ => &[],
    }
}

/// Whether a set's difference touches a force-new field. An element without an equal one on the
/// other side is another element, so its force-new fields came or went; with a set key, elements
/// of the same key are compared field by field.
fn set_forces(field: &Field, block: &Block, old: &[Value], new: &[Value], all: bool) -> bool {
    let mut counts: HashMap<&Value, usize> = HashMap::with_capacity(old.len());
    for element in old {
        *counts.entry(element).or_default() += 1;
    }
    let mut added = Vec::new();
    for element in new {
        match counts.get_mut(element) {
            Some(count) if *count > 0 => *count -= 1,
            _ => added.push(element),
        }
    }
    let mut removed = Vec::new();
    for element in old {
        if let Some(count) = counts.get_mut(element).filter(|count| **count > 0) {
            *count -= 1;
            removed.push(element);
        }
    }
    let key = field.extras.iter().find_map(|extra| match extra {
        Extra::SetKey { key } => Some(*key),
        _ => None,
    });
    if all && added.len() != removed.len() {
        return true;
    }
    let Some(key) = key else {
        return added
            .iter()
            .chain(&removed)
            .any(|element| sets_force_new(block, element, all));
    };
    let mut by_key: HashMap<Value, Vec<&Value>> = HashMap::new();
    for element in removed {
        by_key.entry(key(element)).or_default().push(element);
    }
    for element in added {
        match by_key.get_mut(&key(element)).and_then(Vec::pop) {
            Some(old) => {
                let mut search = Search {
                    path: Path::root(),
                    found: Vec::new(),
                };
                search.object(block, fields(old), fields(element), all);
                if !search.found.is_empty() {
                    return true;
                }
            }
            None if sets_force_new(block, element, all) => return true,
            None => {}
        }
    }
    by_key
        .into_values()
        .flatten()
        .any(|element| sets_force_new(block, element, all))
}

/// Whether a force-new field of the object has a value, or may have one. `all` makes every
/// configurable field one.
fn sets_force_new(block: &Block, object: &Value, all: bool) -> bool {
    if object.is_unknown() {
        return all || has_force_new(block);
    }
    let mut search = Search {
        path: Path::root(),
        found: Vec::new(),
    };
    search.object(block, &[], fields(object), all);
    !search.found.is_empty()
}

/// The value at a path of names; nothing where it leads nowhere.
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
            _ => return None,
        };
        rest = tail;
    }
    Some(value)
}
