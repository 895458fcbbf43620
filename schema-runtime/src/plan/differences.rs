//! [`differences`]: a plan as a list of differences, for people and machines.

use std::collections::HashSet;

use crate::correlate::{element, only_in_one, part, steps_of_both};
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
            Nesting::List | Nesting::Map => {
                for step in steps_of_both(old, new) {
                    self.path.push(step.step());
                    self.descend(block, element(step, old), element(step, new), sensitive);
                    self.path.pop();
                }
            }
            Nesting::Set => {
                let [gone, added] = only_in_one(old.elements(), new.elements());
                for element in gone {
                    self.member(element, element, &Value::Null, sensitive);
                }
                for element in added {
                    self.member(element, &Value::Null, element, sensitive);
                }
            }
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
