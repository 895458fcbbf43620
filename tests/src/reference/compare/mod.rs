//! Two objects of one schema, leaf by leaf.

use std::collections::BTreeMap;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Flags, Nesting};
use schema_runtime::value::Value;

use super::groups::{Group, Leaf, equivalent};
use super::spec;

/// The result of comparing two objects.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Leaves that are equal.
    pub equal: usize,
    /// Leaves that differ on purpose, with the reason.
    pub excused: Vec<(Path, Group)>,
    /// Leaves that differ without a reason, and how.
    pub wrong: Vec<(Path, String)>,
}

impl Comparison {
    /// How many leaves each group excuses.
    #[must_use]
    pub fn by_group(&self) -> BTreeMap<Group, usize> {
        let mut counts = BTreeMap::new();
        for (_, group) in &self.excused {
            *counts.entry(*group).or_default() += 1;
        }
        counts
    }

    fn add(&mut self, other: Comparison) {
        self.equal += other.equal;
        self.excused.extend(other.excused);
        self.wrong.extend(other.wrong);
    }
}

/// Four objects side by side.
#[derive(Clone, Copy, Debug)]
pub struct Four<'a> {
    /// As it was; in a list the element of the same index.
    pub prior: &'a Value,
    /// As it was; in a list the element that ours continues.
    pub continued: &'a Value,
    /// As it is configured.
    pub config: &'a Value,
    /// The reference's answer.
    pub theirs: &'a Value,
    /// Our answer.
    pub ours: &'a Value,
}

impl<'a> Four<'a> {
    fn map(self, f: impl Fn(&'a Value) -> &'a Value) -> Four<'a> {
        Four {
            prior: f(self.prior),
            continued: f(self.continued),
            config: f(self.config),
            theirs: f(self.theirs),
            ours: f(self.ours),
        }
    }
}

/// Compares our object with theirs, which core refuses at these paths.
#[must_use]
pub fn compare(block: &Block, four: Four<'_>, refused: &[Path]) -> Comparison {
    let mut walk = Walk {
        path: Path::root(),
        refused,
        fresh_in_list: false,
        in_list: false,
        in_set: false,
        kept: false,
        found: Comparison::default(),
    };
    walk.object(block, four);
    walk.found
}

struct Walk<'r> {
    path: Path,
    refused: &'r [Path],
    in_list: bool,
    in_set: bool,
    /// Whether the innermost object continues none.
    fresh_in_list: bool,
    /// In a collection that is kept as it is, since it is computed and not configured.
    kept: bool,
    found: Comparison,
}

const NULL: &Value = &Value::Null;

fn at(value: &Value, position: usize) -> &Value {
    value
        .as_object()
        .and_then(|fields| fields.get(position))
        .unwrap_or(NULL)
}

/// How many leaves a value of a field has.
fn leaves(field: &Field, value: &Value) -> usize {
    let Some((_, block)) = field.nested_block() else {
        return 1;
    };
    let inside: usize = value
        .elements()
        .iter()
        .map(|element| {
            let fields = block.fields.iter().enumerate();
            fields
                .map(|(i, f)| leaves(f, at(element, i)))
                .sum::<usize>()
        })
        .sum();
    inside.max(1)
}

impl Walk<'_> {
    fn object(&mut self, block: &Block, four: Four<'_>) {
        for (position, field) in block.fields.iter().enumerate() {
            self.path.push(Step::Attribute(field.name.clone()));
            self.fresh_in_list = four.continued.is_null();
            self.field(
                field,
                four.map(|value| at(value, position)),
                four.prior.is_null(),
            );
            self.path.pop();
        }
    }

    fn field(&mut self, field: &Field, four: Four<'_>, fresh: bool) {
        if four.ours == four.theirs {
            self.found.equal += leaves(field, four.ours);
            return;
        }
        let (ours, theirs) = (four.ours.elements(), four.theirs.elements());
        let outer_kept = self.kept;
        self.kept |=
            four.config.is_null() && field.is(Flags::COMPUTED) && !four.continued.is_null();
        match field.nested_block() {
            Some((Nesting::List, block))
                if ours.len() == theirs.len()
                    && four.ours.is_null() == four.theirs.is_null()
                    && four.ours.is_unknown() == four.theirs.is_unknown() =>
            {
                let outer = std::mem::replace(&mut self.in_list, true);
                let (old, config) = (four.continued.elements(), four.config.elements());
                // If nothing is configured, the list is kept unchanged.
                let continued = match four.config.is_null() {
                    true => old.iter().map(Some).collect(),
                    false => spec::continued_in_list(block, old, config),
                };
                for i in 0..ours.len() {
                    self.path.push(Step::Index(i as u64));
                    let mut element = four.map(|value| value.elements().get(i).unwrap_or(NULL));
                    if !std::ptr::eq(four.prior, four.config) {
                        element.continued = continued.get(i).copied().flatten().unwrap_or(NULL);
                    }
                    self.object(block, element);
                    self.path.pop();
                }
                self.in_list = outer;
            }
            Some((Nesting::Set, block)) if !ours.is_empty() && ours.len() == theirs.len() => {
                match self.paired(block, four) {
                    Some(found) => self.found.add(found),
                    None => self.set(field, block, four, fresh),
                }
            }
            Some((Nesting::Set, block)) => self.set(field, block, four, fresh),
            _ => self.leaf(field, four, fresh),
        }
        self.kept = outer_kept;
    }

    /// Elements in pairs, none of which has a leaf without an excuse.
    fn paired(&self, block: &Block, four: Four<'_>) -> Option<Comparison> {
        let (ours, mut left): (_, Vec<&Value>) = (
            four.ours.elements(),
            four.theirs.elements().iter().collect(),
        );
        let config = four.config.elements();
        if config.len() != ours.len() {
            return None;
        }
        let priors: Vec<Option<&Value>> = if std::ptr::eq(four.prior, four.config) {
            config.iter().map(Some).collect()
        } else {
            spec::continued(block, four.continued.elements(), config)
        };
        let mut found = Comparison::default();
        for ((ours, config), prior) in ours.iter().zip(config).zip(priors) {
            let (at, best) = left
                .iter()
                .enumerate()
                .filter_map(|(at, theirs)| {
                    let mut inside = Walk {
                        path: self.path.clone(),
                        refused: self.refused,
                        in_list: self.in_list,
                        fresh_in_list: false,
                        in_set: true,
                        kept: self.kept,
                        found: Comparison::default(),
                    };
                    inside.path.push(Step::Element(Box::new(Value::Null)));
                    let prior = prior.unwrap_or(NULL);
                    inside.object(
                        block,
                        Four {
                            prior,
                            continued: prior,
                            config,
                            theirs,
                            ours,
                        },
                    );
                    inside.found.wrong.is_empty().then_some((at, inside.found))
                })
                .min_by_key(|(_, found)| found.excused.len())?;
            left.remove(at);
            found.add(best);
        }
        Some(found)
    }

    /// A set that differs as a whole: excused if its elements carry a feature of group 6 or are
    /// distinguished by null and zero, and ours are those that the design says.
    fn set(&mut self, field: &Field, block: &Block, four: Four<'_>, fresh: bool) {
        // Kept exactly, where the reference writes zeros for nulls, or takes a null for what was
        // never set.
        if self.kept && four.ours == four.continued {
            let group = match rewrites_nothing(four.theirs, four.prior) {
                true if four.continued == four.prior => Some(Group::NullZeroEmpty),
                _ if self.in_list => Some(Group::ListElement),
                _ => None,
            };
            if let Some(group) = group {
                return self.found.excused.push((self.path.clone(), group));
            }
        }
        // The reference takes elements for one that differ in null, zero and empty.
        if matches!(four.theirs, Value::Set(_)) && is_merged(four.theirs, four.ours) {
            let found = (self.path.clone(), Group::NullZeroEmpty);
            return self.found.excused.push(found);
        }
        if let (Value::Set(config), Value::Set(_)) = (four.config, four.ours) {
            let (expected, displaced) =
                spec::set(block, four.continued.elements(), config.as_slice());
            if Value::Set(expected.into_iter().collect()) == *four.ours {
                let group = if displaced {
                    Some(Group::Displaced)
                } else if !matches!(four.theirs, Value::Set(_)) {
                    Some(Group::AsConfigured)
                } else {
                    feature(block, four)
                };
                if let Some(group) = group {
                    self.found.excused.push((self.path.clone(), group));
                    return;
                }
            }
        }
        self.leaf(field, four, fresh);
    }

    fn leaf(&mut self, field: &Field, four: Four<'_>, fresh: bool) {
        let leaf = Leaf {
            field,
            prior: four.prior,
            continued: four.continued,
            config: four.config,
            theirs: four.theirs,
            ours: four.ours,
            fresh,
            fresh_in_list: self.fresh_in_list,
            in_list: self.in_list,
            in_set: self.in_set,
            kept: self.kept,
            // Core does not look into sets.
            refused: self.in_set || self.refused.iter().any(|at| is_near(at, &self.path)),
        };
        match leaf.excuse() {
            Some(group) => self.found.excused.push((self.path.clone(), group)),
            None => {
                let Four {
                    prior,
                    config,
                    theirs,
                    ours,
                    ..
                } = four;
                let text =
                    format!("prior {prior:?} config {config:?} theirs {theirs:?} ours {ours:?}");
                self.found.wrong.push((self.path.clone(), text));
            }
        }
    }
}

/// Whether one path leads to the other or the reverse.
pub(super) fn is_near(a: &Path, b: &Path) -> bool {
    a.is_prefix_of(b) || b.is_prefix_of(a)
}

/// The group that a set of such elements belongs to where it differs as a whole.
fn feature(block: &Block, four: Four<'_>) -> Option<Group> {
    if let Some(group) = carries(block) {
        return Some(group);
    }
    let mut all = four.theirs.elements().iter().chain(four.ours.elements());
    all.any(has_zero).then_some(Group::NullZeroEmpty)
}

/// Whether the reference's value is the prior one but for what is null, zero or empty there.
fn rewrites_nothing(theirs: &Value, prior: &Value) -> bool {
    match (theirs, prior) {
        (Value::Unknown(_), prior) => prior.is_null() || prior.is_zero(),
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| rewrites_nothing(a, b))
        }
        (Value::Set(a), Value::Set(b)) => {
            let mut left: Vec<&Value> = b.iter().collect();
            a.len() == b.len()
                && a.iter().all(|a| {
                    let at = left.iter().position(|b| rewrites_nothing(a, b));
                    at.map(|at| left.remove(at)).is_some()
                })
        }
        (theirs, prior) => equivalent(theirs, prior),
    }
}

/// Whether values are equivalent, but for elements of sets that are one in the first.
fn is_merged(merged: &Value, value: &Value) -> bool {
    match (merged, value) {
        (Value::Set(a), Value::Set(b)) => {
            a.len() <= b.len()
                && a.iter().all(|a| b.iter().any(|b| is_merged(a, b)))
                && b.iter().all(|b| a.iter().any(|a| is_merged(a, b)))
        }
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_merged(a, b))
        }
        (a, b) => equivalent(a, b),
    }
}

/// Whether there is a null or a zero in a value, at any depth.
fn has_zero(value: &Value) -> bool {
    match value {
        Value::Object(values) | Value::List(values) if !values.is_empty() => {
            values.iter().any(has_zero)
        }
        Value::Set(values) if !values.is_empty() => values.iter().any(has_zero),
        Value::Map(values) if !values.is_empty() => values.values().any(has_zero),
        other => other.is_null() || other.is_zero(),
    }
}

fn carries(block: &Block) -> Option<Group> {
    if block.fields.iter().any(|f| f.is(Flags::COMPUTED)) {
        return Some(Group::ComputedInSet);
    }
    if block.fields.iter().any(|f| f.default().is_some()) {
        return Some(Group::Default);
    }
    block
        .fields
        .iter()
        .find_map(|f| carries(f.nested_block()?.1))
}

#[cfg(test)]
mod tests;
