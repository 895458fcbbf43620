//! [`differences`]: a plan as a list of differences, for people and machines.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::path::{Path, Step};
use crate::schema::{Block, Field, Flags, Nesting};
use crate::value::Value;

/// One difference between the prior and the planned object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The path of the leaf, or of a whole set element.
    pub path: Path,
    /// The prior value; null if it does not exist.
    pub old: Value,
    /// The planned value; null if it is removed.
    pub new: Value,
    /// Whether this change forces the replacement.
    pub requires_replace: bool,
    /// Whether the values must not be shown.
    pub sensitive: bool,
}

/// Every difference between two objects of a block, in the order of the fields, down to the leaves;
/// set elements are compared as a whole. Takes time linear in the size of the objects.
#[must_use]
pub fn differences(
    block: &Block,
    prior: &Value,
    planned: &Value,
    requires_replace: &[Path],
) -> Vec<Difference> {
    let mut walk = Walk {
        path: Path::root(),
        found: Vec::new(),
        requires_replace: requires_replace.iter().map(Path::steps).collect(),
    };
    walk.object(block, prior, planned, false);
    walk.found
}

struct Walk<'a> {
    path: Path,
    found: Vec<Difference>,
    requires_replace: HashSet<&'a [Step]>,
}

impl Walk<'_> {
    fn object(&mut self, block: &Block, old: &Value, new: &Value, sensitive: bool) {
        for (position, field) in block.fields.iter().enumerate() {
            let old = part(old, position);
            let new = part(new, position);
            if old == new {
                continue;
            }
            self.path.push(Step::Attribute(field.name.clone()));
            self.field(field, old, new, sensitive || field.is(Flags::SENSITIVE));
            self.path.pop();
        }
    }

    fn field(&mut self, field: &Field, old: &Value, new: &Value, sensitive: bool) {
        let Some((nesting, block)) = field.nested_block() else {
            return self.note(old, new, sensitive);
        };
        if old.is_unknown() || new.is_unknown() {
            return self.note(old, new, sensitive);
        }
        let before = self.found.len();
        match nesting {
            Nesting::Single | Nesting::Group => {
                self.descend(block, old, new, sensitive);
            }
            Nesting::List => {
                let (old, new) = (old.elements(), new.elements());
                for i in 0..old.len().max(new.len()) {
                    self.path.push(Step::Index(i as u64));
                    self.descend(block, get(old, i), get(new, i), sensitive);
                    self.path.pop();
                }
            }
            Nesting::Map => {
                let none = BTreeMap::new();
                let (was, is) = (entries(old, &none), entries(new, &none));
                let gone = was.keys().filter(|key| !is.contains_key(*key));
                for key in is.keys().chain(gone) {
                    self.path.push(Step::Key(Arc::clone(key).into()));
                    let (old, new) = (was.get(key), is.get(key));
                    let (old, new) = (old.unwrap_or(&Value::Null), new.unwrap_or(&Value::Null));
                    self.descend(block, old, new, sensitive);
                    self.path.pop();
                }
            }
            Nesting::Set => self.set(old.elements(), new.elements(), sensitive),
        }
        if self.found.len() == before {
            // Null became empty, or the reverse.
            self.note(old, new, sensitive);
        }
    }

    /// Descends into two objects, one of which may be missing.
    fn descend(&mut self, block: &Block, old: &Value, new: &Value, sensitive: bool) {
        if old == new {
            return;
        }
        let before = self.found.len();
        if old.is_unknown() || new.is_unknown() {
            return self.note(old, new, sensitive);
        }
        self.object(block, old, new, sensitive);
        if self.found.len() == before {
            // An object of nulls was added or removed.
            self.note(old, new, sensitive);
        }
    }

    fn set(&mut self, old: &[Value], new: &[Value], sensitive: bool) {
        let mut counts: HashMap<&Value, usize> = HashMap::with_capacity(new.len());
        for element in new {
            *counts.entry(element).or_default() += 1;
        }
        for element in old {
            match counts.get_mut(element) {
                Some(count) if *count > 0 => *count -= 1,
                _ => self.member(element, element, &Value::Null, sensitive),
            }
        }
        for element in new {
            if let Some(count) = counts.get_mut(element).filter(|count| **count > 0) {
                *count -= 1;
                self.member(element, &Value::Null, element, sensitive);
            }
        }
    }

    fn member(&mut self, element: &Value, old: &Value, new: &Value, sensitive: bool) {
        self.path.push(Step::Element(Box::new(element.clone())));
        self.note(old, new, sensitive);
        self.path.pop();
    }

    fn note(&mut self, old: &Value, new: &Value, sensitive: bool) {
        let steps = self.path.steps();
        let requires_replace = !self.requires_replace.is_empty()
            && (0..=steps.len())
                .filter_map(|end| steps.get(..end))
                .any(|prefix| self.requires_replace.contains(prefix));
        self.found.push(Difference {
            path: self.path.clone(),
            old: old.clone(),
            new: new.clone(),
            requires_replace,
            sensitive,
        });
    }
}

fn part(object: &Value, position: usize) -> &Value {
    object
        .as_object()
        .and_then(|values| values.get(position))
        .unwrap_or(&Value::Null)
}

fn entries<'v>(
    value: &'v Value,
    none: &'v BTreeMap<Arc<str>, Value>,
) -> &'v BTreeMap<Arc<str>, Value> {
    match value {
        Value::Map(map) => map,
        _ => none,
    }
}

fn get(elements: &[Value], index: usize) -> &Value {
    elements.get(index).unwrap_or(&Value::Null)
}
