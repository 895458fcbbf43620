//! Where our plan may differ from the framework's, and by which rule of the page on differences.

use std::collections::BTreeMap;

use schema_runtime::path::Step;
use schema_runtime::schema::{Block, Field, Flags, Nesting};
use schema_runtime::value::Value;

/// Why two values may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    /// Computed values move with their list element; the framework's stay at their index.
    ListElement,
    /// An element of a set continues the one that equals it in everything configured.
    SetElement,
    /// A computed null inside an object is kept; the framework's modifier for that is for values.
    NullKept,
    /// The framework misses what is required in an object that is absent or unknown.
    Required,
    /// A force-new value that goes away with the object around it, or that an unknown block may
    /// have, replaces here.
    Removed,
    /// A computed object that is not configured is kept. Core proposes null if something in it was
    /// configured, which the framework takes for a change before its modifier keeps the object.
    ObjectKept,
    /// An unknown element is planned unknown as a whole; core proposes one of unknown values.
    UnknownElement,
}

/// A value as it was, as it is configured, and both plans of it.
#[derive(Clone, Copy)]
pub(super) struct Four<'v> {
    pub(super) prior: &'v Value,
    pub(super) config: &'v Value,
    pub(super) theirs: &'v Value,
    pub(super) ours: &'v Value,
}

/// The differences of many plans.
#[derive(Debug, Default)]
pub(super) struct Comparison {
    pub(super) equal: usize,
    pub(super) excused: BTreeMap<Rule, usize>,
    pub(super) wrong: Vec<String>,
    /// Volatile values that only the framework takes for changed: right if it sees another change.
    follows: Vec<String>,
}

#[derive(Clone, Copy, Default)]
struct Place<'v> {
    /// In an object inside.
    inside: bool,
    /// The prior elements of the list around whose elements may have moved.
    moved: Option<&'v [Value]>,
}

const NULL: &Value = &Value::Null;

impl Comparison {
    /// Compares two plans of an object, of which core proposed this one.
    pub(super) fn objects(&mut self, block: &Block, four: Four<'_>, proposed: &Value) {
        let before = self.differences();
        self.object(block, "", four, Place::default());
        let follows = std::mem::take(&mut self.follows);
        if self.differences() != before || follows.is_empty() {
            return;
        }
        match four.ours == four.prior && is_dropped(block, four.prior, proposed) {
            true => self.excuse(Rule::ObjectKept),
            false => self.wrong.extend(follows),
        }
    }

    /// How many differences there are, explained or not.
    pub(super) fn differences(&self) -> usize {
        self.wrong.len() + self.excused.values().sum::<usize>()
    }

    fn object(&mut self, block: &Block, path: &str, four: Four<'_>, place: Place<'_>) {
        let unknown = four.config.is_unknown() && four.ours.is_unknown();
        if unknown && is_all_unknown(four.theirs) {
            return self.excuse(Rule::UnknownElement);
        }
        for (position, field) in block.fields.iter().enumerate() {
            let part = |object: &Value| Value::clone(at(object, position));
            let own = Four {
                prior: at(four.prior, position),
                config: at(four.config, position),
                theirs: at(four.theirs, position),
                ours: at(four.ours, position),
            };
            if own.theirs == own.ours {
                self.equal += 1;
                continue;
            }
            let path = format!("{path}.{}", field.name);
            match field.nested_block() {
                Some((nesting, block)) => {
                    self.nested(block, nesting, field, &path, own, place, position);
                }
                None => {
                    let others = place.moved.unwrap_or(&[]).iter().map(part).collect();
                    self.leaf(field, &path, own, place, others);
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn nested<'v>(
        &mut self,
        block: &Block,
        nesting: Nesting,
        field: &Field,
        path: &str,
        own: Four<'v>,
        place: Place<'v>,
        position: usize,
    ) {
        let inside = Place {
            inside: true,
            ..place
        };
        // What moved may have brought along what is inside.
        let within: Vec<Value> = place
            .moved
            .unwrap_or(&[])
            .iter()
            .flat_map(|one| match at(one, position) {
                object @ Value::Object(_) => vec![object.clone()],
                collection => collection.elements().to_vec(),
            })
            .collect();
        let inside = Place {
            moved: inside.moved.map(|_| &*within),
            ..inside
        };
        match (nesting, own.theirs, own.ours) {
            (_, Value::Object(_), Value::Object(_)) => self.object(block, path, own, inside),
            (Nesting::List, Value::List(theirs), Value::List(ours))
                if theirs.len() == ours.len() =>
            {
                let prior = own.prior.elements();
                let config = own.config.elements();
                let stay = prior.len() == config.len()
                    && prior
                        .iter()
                        .zip(config)
                        .all(|(p, c)| continues(block, p, c));
                let place = Place {
                    inside: true,
                    moved: if stay { inside.moved } else { Some(prior) },
                };
                for (i, (theirs, ours)) in theirs.iter().zip(ours).enumerate() {
                    let four = Four {
                        prior: prior.get(i).unwrap_or(NULL),
                        config: config.get(i).unwrap_or(NULL),
                        theirs,
                        ours,
                    };
                    self.object(block, &format!("{path}[{i}]"), four, place);
                }
            }
            (Nesting::Map, Value::Map(theirs), Value::Map(ours)) if theirs.len() == ours.len() => {
                let of = |map: &'v Value, key: &str| match map {
                    Value::Map(map) => map.get(key).unwrap_or(NULL),
                    _ => NULL,
                };
                for (key, value) in theirs {
                    let four = Four {
                        prior: of(own.prior, key),
                        config: of(own.config, key),
                        theirs: value,
                        ours: ours.get(key).unwrap_or(NULL),
                    };
                    self.object(block, &format!("{path}[{key:?}]"), four, inside);
                }
            }
            (Nesting::Set, Value::Set(theirs), Value::Set(ours))
                if block.any_field(&|field| field.is(Flags::COMPUTED)) =>
            {
                // Each of ours is configured, with computed values of nobody else.
                let config = own.config.elements();
                let same = |elements: &[Value]| {
                    config
                        .iter()
                        .all(|wanted| elements.iter().any(|found| continues(block, found, wanted)))
                };
                let all = theirs.len() >= ours.len() && same(ours.as_slice());
                self.by(all.then_some(Rule::SetElement), path, own);
            }
            _ => {
                let others = place.moved.unwrap_or(&[]).iter();
                let others = others.map(|one| at(one, position).clone()).collect();
                self.leaf(field, path, own, place, others);
            }
        }
    }

    fn leaf(
        &mut self,
        field: &Field,
        path: &str,
        own: Four<'_>,
        place: Place<'_>,
        others: Vec<Value>,
    ) {
        let chosen = field.is(Flags::COMPUTED) && own.config.is_null();
        let rule = match () {
            () if !chosen => None,
            () if place.moved.is_some() && (own.ours.is_unknown() || others.contains(own.ours)) => {
                Some(Rule::ListElement)
            }
            () if place.inside
                && own.ours.is_null()
                && own.prior.is_null()
                && own.theirs.is_unknown() =>
            {
                Some(Rule::NullKept)
            }
            () => None,
        };
        if rule.is_none()
            && chosen
            && field.is(Flags::VOLATILE)
            && own.theirs.is_unknown()
            && own.ours == own.prior
        {
            self.follows.push(path.to_owned());
            return;
        }
        self.by(rule, path, own);
    }

    /// Counts a difference that this rule explains.
    pub(super) fn excuse(&mut self, rule: Rule) {
        *self.excused.entry(rule).or_default() += 1;
    }

    fn by(&mut self, rule: Option<Rule>, path: &str, own: Four<'_>) {
        match rule {
            Some(rule) => self.excuse(rule),
            None => self.wrong.push(format!(
                "{path}: {:?}, theirs {:?} (prior {:?}, config {:?})",
                own.ours, own.theirs, own.prior, own.config
            )),
        }
    }
}

fn is_all_unknown(value: &Value) -> bool {
    match value {
        Value::Object(values) => values.iter().all(is_all_unknown),
        other => other.is_unknown(),
    }
}

/// Whether core proposes null for a computed object, or a collection of them, at any depth.
fn is_dropped(block: &Block, prior: &Value, proposed: &Value) -> bool {
    match (prior, proposed) {
        (Value::Object(prior), Value::Object(proposed)) => {
            let mut fields = block.fields.iter().zip(prior.iter().zip(proposed));
            fields.any(|(field, (prior, proposed))| match field.nested_block() {
                Some(_) if field.is(Flags::COMPUTED) && proposed.is_null() => !prior.is_null(),
                Some((_, inside)) => is_dropped(inside, prior, proposed),
                None => false,
            })
        }
        (Value::Map(prior), Value::Map(proposed)) => prior.iter().any(|(key, prior)| {
            let proposed = proposed.get(key).unwrap_or(NULL);
            is_dropped(block, prior, proposed)
        }),
        (prior, proposed) => {
            let mut pairs = prior.elements().iter().zip(proposed.elements());
            pairs.any(|(prior, proposed)| is_dropped(block, prior, proposed))
        }
    }
}

/// The value without what is known about the unknowns in it: the framework forgets that.
pub(super) fn unrefined(value: &Value) -> Value {
    match value {
        Value::Unknown(_) => Value::UNKNOWN,
        Value::Object(values) => Value::Object(values.iter().map(unrefined).collect()),
        other => other
            .map_elements(unrefined)
            .unwrap_or_else(|| other.clone()),
    }
}

/// Whether an object in a value is absent or unknown.
fn holds_nothing(block: &Block, value: &Value) -> bool {
    let inside = |field: &Field, value: &Value| {
        let (_, block) = field.nested_block()?;
        Some(holds_nothing(block, value))
    };
    match value {
        Value::Null | Value::Unknown(_) => true,
        Value::Object(values) => {
            let mut fields = block.fields.iter().zip(values);
            fields.any(|(field, value)| inside(field, value) == Some(true))
        }
        Value::Map(values) => values.values().any(|one| holds_nothing(block, one)),
        other => other.elements().iter().any(|one| holds_nothing(block, one)),
    }
}

/// Whether a replacement path is one that the framework's modifier is not asked about: what is
/// force new is gone with the object around it, or may be in a block that is unknown.
pub(super) fn is_unasked(block: &Block, planned: &Value, steps: &[Step]) -> bool {
    let around = steps.split_last().map_or(&[][..], |(_, rest)| rest);
    is_in_nothing(block, planned, around) || is_unknown_object(block, planned, steps)
}

fn is_unknown_object(block: &Block, value: &Value, steps: &[Step]) -> bool {
    match (steps.split_first(), value) {
        // In an element, or at a field that has objects.
        (None, value) => value.is_unknown(),
        (Some((Step::Attribute(name), rest)), Value::Object(values)) => {
            let Some((position, field)) = block.find(name) else {
                return false;
            };
            field
                .nested_block()
                .is_some_and(|(_, inside)| is_unknown_object(inside, &values[position], rest))
        }
        (Some((Step::Index(index), rest)), Value::List(elements)) => elements
            .get(*index as usize)
            .is_some_and(|one| is_unknown_object(block, one, rest)),
        (Some((Step::Key(key), rest)), Value::Map(elements)) => elements
            .get(&**key)
            .is_some_and(|one| is_unknown_object(block, one, rest)),
        _ => false,
    }
}

/// Whether a path leads through an object or an element that is absent or unknown; in a set it
/// ends, so that one of the elements is.
pub(super) fn is_in_nothing(block: &Block, value: &Value, steps: &[Step]) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return matches!(value, Value::Set(_)) && holds_nothing(block, value);
    };
    match (step, value) {
        (_, Value::Null | Value::Unknown(_)) => true,
        (Step::Attribute(name), Value::Object(values)) => {
            let Some((position, field)) = block.find(name) else {
                return false;
            };
            let inside = field.nested_block().map_or(block, |(_, inside)| inside);
            is_in_nothing(inside, &values[position], rest)
        }
        (Step::Index(index), Value::List(elements)) => elements
            .get(*index as usize)
            .is_none_or(|one| is_in_nothing(block, one, rest)),
        (Step::Key(key), Value::Map(elements)) => elements
            .get(&**key)
            .is_none_or(|one| is_in_nothing(block, one, rest)),
        _ => false,
    }
}

/// Whether an applied object differs from what it is configured as by sets alone, in each of which
/// elements became one: by index they got the same computed values.
pub(super) fn merged(block: &Block, config: &Value, applied: &Value, planned: &Value) -> bool {
    let mut changed = (0..block.fields.len())
        .filter(|position| at(applied, *position) != at(planned, *position))
        .peekable();
    changed.peek().is_some()
        && changed.all(|position| {
            let field = &block.fields[position];
            let of = |object| at(object, position);
            field
                .nested_block()
                .is_some_and(|(_, inside)| is_merged(inside, of(config), of(applied)))
        })
}

/// Whether there are more configured elements of a set than stored ones, at any depth.
fn is_merged(block: &Block, config: &Value, applied: &Value) -> bool {
    let inside = |config: &Value, applied: &Value| {
        let mut fields = block.fields.iter().enumerate();
        fields.any(|(position, field)| {
            field.nested_block().is_some_and(|(_, block)| {
                is_merged(block, at(config, position), at(applied, position))
            })
        })
    };
    match (config, applied) {
        (Value::Set(config), Value::Set(applied)) => {
            applied.len() < config.len()
                || config.iter().any(|config| {
                    let mut same = applied.iter().filter(|one| continues(block, one, config));
                    same.any(|applied| inside(config, applied))
                })
        }
        (Value::Map(config), Value::Map(applied)) => config
            .iter()
            .any(|(key, config)| inside(config, applied.get(key).unwrap_or(NULL))),
        (Value::Object(_), _) => inside(config, applied),
        (config, applied) => {
            let mut pairs = config.elements().iter().zip(applied.elements());
            pairs.any(|(config, applied)| inside(config, applied))
        }
    }
}

fn at(object: &Value, position: usize) -> &Value {
    match object {
        Value::Object(values) => values.get(position).unwrap_or(NULL),
        _ => NULL,
    }
}

/// Whether an element is the configured one in everything that is configured.
fn continues(block: &Block, found: &Value, config: &Value) -> bool {
    let (Value::Object(found), Value::Object(config)) = (found, config) else {
        return found == config;
    };
    let fields = block.fields.iter().zip(found.iter().zip(config));
    fields.into_iter().all(|(field, (found, config))| {
        if config.is_null() && field.is_wire_computed() || field.is(Flags::WRITE_ONLY) {
            return true;
        }
        match field.nested_block() {
            None => found == config,
            Some((_, inside)) => match (found, config) {
                (Value::Object(_), Value::Object(_)) => continues(inside, found, config),
                (Value::Map(f), Value::Map(c)) => {
                    f.len() == c.len()
                        && f.iter()
                            .zip(c)
                            .all(|((k, f), (l, c))| k == l && continues(inside, f, c))
                }
                (Value::Set(f), Value::Set(c)) => c.as_slice().iter().all(|c| {
                    let mut found = f.as_slice().iter();
                    found.any(|f| continues(inside, f, c))
                }),
                (Value::List(f), Value::List(c)) => {
                    f.len() == c.len() && f.iter().zip(c).all(|(f, c)| continues(inside, f, c))
                }
                _ => found == config,
            },
        }
    })
}
