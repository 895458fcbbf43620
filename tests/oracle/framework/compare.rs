//! Where our plan may differ from the framework's, and by which rule of the page on differences.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Default, Field, Flags, Nesting};
use schema_runtime::value::Value;

/// Why two values may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rule {
    /// Computed values move with their list element; the framework's stay at their index.
    ListElement,
    /// An element of a set continues the one that equals it in everything configured; the framework
    /// goes by index, and sees a change if core does not find the element again.
    SetElement,
    /// A computed null inside an object is kept; the framework's modifier for that is for values.
    NullKept,
    /// The framework misses what is required in an object that is absent or unknown.
    Required,
    /// A force-new value that goes away with the object around it, or that an unknown block may
    /// have, replaces here.
    Removed,
    /// A computed object that is not configured is kept. Core proposes null if something in it was
    /// configured, or the framework fills in defaults: a change, before its modifier keeps it.
    ObjectKept,
    /// An unknown element is planned unknown as a whole; core proposes one of unknown values, and
    /// the framework writes defaults and nulls there.
    UnknownElement,
    /// Null and an empty collection are one for a force-new field whose type says so.
    Empty,
}

/// A value as it was, as it is configured, and both plans of it.
#[derive(Clone, Copy)]
pub(super) struct Four<'v> {
    pub(super) prior: &'v Value,
    pub(super) config: &'v Value,
    pub(super) theirs: &'v Value,
    pub(super) ours: &'v Value,
}

impl<'v> Four<'v> {
    fn map(self, part: impl Fn(&'v Value) -> &'v Value) -> Four<'v> {
        Four {
            prior: part(self.prior),
            config: part(self.config),
            theirs: part(self.theirs),
            ours: part(self.ours),
        }
    }
}

/// The differences of two plans.
#[derive(Debug, std::default::Default)]
pub(super) struct Comparison {
    pub(super) equal: usize,
    pub(super) excused: Vec<(Path, Rule)>,
    pub(super) wrong: Vec<String>,
    path: Path,
    /// Volatile values that only the framework takes for changed: right if it sees another change.
    follows: Vec<Path>,
}

#[derive(Clone, Copy, std::default::Default)]
struct Place<'v> {
    /// In an object inside.
    inside: bool,
    /// In what the provider may choose as a whole.
    chosen: bool,
    /// The prior elements of the list around whose elements may have moved.
    moved: Option<&'v [Value]>,
}

pub(super) const NULL: &Value = &Value::Null;

/// Compares two plans of an object, of which core proposed this one.
pub(super) fn compare(block: &Block, four: Four<'_>, proposed: &Value) -> Comparison {
    let mut found = Comparison::default();
    found.object(block, four, Place::default());
    if found.wrong.is_empty() {
        let other = found.excused.first().map(|(_, rule)| *rule);
        let seen = other.or_else(|| {
            let kept = four.ours == four.prior;
            let four = Four {
                theirs: proposed,
                ..four
            };
            kept.then(|| dropped(block, four)).flatten()
        });
        for path in std::mem::take(&mut found.follows) {
            match seen {
                Some(rule) => found.excused.push((path, rule)),
                None => found.wrong.push(format!("{path} is recomputed there")),
            }
        }
    }
    found
}

impl Comparison {
    /// Goes into a part of an object.
    fn at(&mut self, step: Step, go: impl FnOnce(&mut Self)) {
        self.path.push(step);
        go(self);
        self.path.pop();
    }

    fn object(&mut self, block: &Block, four: Four<'_>, place: Place<'_>) {
        let open = |value| is_open(block, value);
        if four.config.is_unknown() && open(four.ours) && open(four.theirs) {
            return self.excused.push((self.path.clone(), Rule::UnknownElement));
        }
        for (position, field) in block.fields.iter().enumerate() {
            let own = four.map(|object| at(object, position));
            if own.theirs == own.ours {
                self.equal += 1;
                continue;
            }
            // What moved may have brought along what is here.
            let part = |all: &[Value]| all.iter().map(|one| at(one, position).clone()).collect();
            let moved: Option<Vec<Value>> = place.moved.map(part);
            let place = Place {
                moved: moved.as_deref(),
                ..place
            };
            self.at(Step::Attribute(field.name.clone()), |found| {
                found.field(field, own, place);
            });
        }
    }

    fn field(&mut self, field: &Field, own: Four<'_>, place: Place<'_>) {
        let Some((nesting, block)) = field.nested_block() else {
            return self.leaf(field, own, place);
        };
        let within: Vec<Value> = place
            .moved
            .unwrap_or(&[])
            .iter()
            .flat_map(|one| match one {
                object @ Value::Object(_) => vec![object.clone()],
                Value::Map(entries) => entries.values().cloned().collect(),
                collection => collection.elements().to_vec(),
            })
            .collect();
        let inside = Place {
            inside: true,
            chosen: is_chosen(field, own, place),
            moved: place.moved.map(|_| &*within),
        };
        let (prior, config) = (own.prior.elements(), own.config.elements());
        match (nesting, own.theirs, own.ours) {
            (_, Value::Object(_), Value::Object(_)) => self.object(block, own, inside),
            (Nesting::List, Value::List(theirs), Value::List(ours))
                if theirs.len() == ours.len() =>
            {
                let mut pairs = prior.iter().zip(config);
                let stay =
                    prior.len() == config.len() && pairs.all(|(p, c)| is_of(block, p, c, false));
                let place = Place {
                    moved: inside.moved.or((!stay).then_some(prior)),
                    ..inside
                };
                for i in 0..ours.len() {
                    let four = own.map(|list| list.elements().get(i).unwrap_or(NULL));
                    self.at(Step::Index(i as u64), |found| {
                        found.object(block, four, place);
                    });
                }
            }
            (Nesting::Map, Value::Map(theirs), Value::Map(ours)) if theirs.len() == ours.len() => {
                for key in theirs.keys() {
                    let four = own.map(|map| entry(map, key));
                    self.at(Step::Key(key.clone().into()), |found| {
                        found.object(block, four, inside);
                    });
                }
            }
            (Nesting::Set, Value::Set(theirs), Value::Set(ours))
                if matches!(own.config, Value::Set(_)) =>
            {
                // Each of ours is configured, with computed values of one that was there; theirs
                // are configured too.
                let old = [prior, &*within].concat();
                let made = |c: &Value| ours.iter().any(|one| is_made(block, one, c, &old, false));
                let known = |one: &Value| config.iter().any(|c| is_of(block, one, c, true));
                let all = ours.len() == config.len()
                    && config.iter().all(made)
                    && theirs.iter().all(known);
                let rule = match block.any_field(&|field| field.is(Flags::COMPUTED)) {
                    true => Rule::SetElement,
                    false => Rule::UnknownElement,
                };
                self.by(all.then_some(rule), own);
            }
            _ => self.leaf(field, own, place),
        }
    }

    fn leaf(&mut self, field: &Field, own: Four<'_>, place: Place<'_>) {
        // The framework keeps what was at the index, or does not know.
        let by_index = own.theirs.is_unknown() || own.theirs == own.prior;
        let moved = |all: &[Value]| own.ours.is_unknown() || all.contains(own.ours);
        let null = own.ours.is_null() && own.prior.is_null() && own.theirs.is_unknown();
        let rule = match () {
            () if !is_chosen(field, own, place) || !by_index => None,
            () if place.moved.is_some_and(moved) => Some(Rule::ListElement),
            () if place.inside && null => Some(Rule::NullKept),
            () if field.is(Flags::VOLATILE) && own.theirs.is_unknown() && own.ours == own.prior => {
                return self.follows.push(self.path.clone());
            }
            () => None,
        };
        self.by(rule, own);
    }

    fn by(&mut self, rule: Option<Rule>, own: Four<'_>) {
        match rule {
            Some(rule) => self.excused.push((self.path.clone(), rule)),
            None => self.wrong.push(format!(
                "{}: {:?}, theirs {:?} (prior {:?}, config {:?})",
                self.path, own.ours, own.theirs, own.prior, own.config
            )),
        }
    }
}

/// Whether nothing is configured, so that the value is the provider's.
fn is_chosen(field: &Field, own: Four<'_>, place: Place<'_>) -> bool {
    place.chosen || field.is(Flags::COMPUTED) && own.config.is_null()
}

/// Whether a value can be planned for an unknown object: what is unknown or null in it, the latter
/// where something is write-only, or a default.
fn is_open(block: &Block, value: &Value) -> bool {
    let Value::Object(values) = value else {
        return value.is_unknown();
    };
    let mut fields = block.fields.iter().zip(values);
    fields.all(|(field, value)| match field.nested_block() {
        _ if value.is_null() || value.is_unknown() => true,
        Some((_, inside)) => is_open(inside, value),
        None => default(field) == Some(value),
    })
}

/// What stays though the framework takes it for changed. Core proposes (`theirs`) null for a
/// computed object, or the framework fills in defaults there; core does not find a set's element
/// again.
fn dropped(block: &Block, four: Four<'_>) -> Option<Rule> {
    let is_computed = |field: &Field| field.is(Flags::COMPUTED);
    match (four.prior, four.theirs) {
        (Value::Object(_), Value::Object(_)) => {
            let mut fields = block.fields.iter().enumerate();
            fields.find_map(|(position, field)| {
                let own = four.map(|object| at(object, position));
                let (_, inside) = field.nested_block()?;
                let kept = is_computed(field) && own.config.is_null() && !own.prior.is_null();
                match kept && (own.theirs.is_null() || is_refilled(inside, own.prior)) {
                    true => Some(Rule::ObjectKept),
                    false => dropped(inside, own),
                }
            })
        }
        (Value::Set(prior), Value::Set(proposed)) => {
            let lost = prior != proposed && block.any_field(&is_computed);
            lost.then_some(Rule::SetElement)
        }
        (Value::Map(prior), Value::Map(_)) => prior
            .keys()
            .find_map(|key| dropped(block, four.map(|map| entry(map, key)))),
        (prior, _) => {
            let item = |i: usize| four.map(|list| list.elements().get(i).unwrap_or(NULL));
            (0..prior.elements().len()).find_map(|i| dropped(block, item(i)))
        }
    }
}

fn default(field: &Field) -> Option<&Value> {
    match field.default() {
        Some(Default::Value(value)) => Some(value),
        _ => None,
    }
}

/// Whether something in a value is not its default.
fn is_refilled(block: &Block, value: &Value) -> bool {
    match value {
        Value::Object(values) => block.fields.iter().zip(values).any(|(field, value)| {
            let nested = field.nested_block();
            default(field).is_some_and(|default| default != value)
                || nested.is_some_and(|(_, inside)| is_refilled(inside, value))
        }),
        Value::Map(entries) => entries.values().any(|one| is_refilled(block, one)),
        other => other.elements().iter().any(|one| is_refilled(block, one)),
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

/// Whether an applied object is planned otherwise because of sets in which elements became one,
/// since they got the same computed values by index: what is recomputed for that changes too.
pub(super) fn merged(block: &Block, config: &Value, applied: &Value, planned: &Value) -> bool {
    let mut fields = block.fields.iter().enumerate();
    let lost = fields.any(|(position, field)| {
        let nested = field.nested_block();
        nested.is_some_and(|(_, inside)| {
            is_merged(inside, at(config, position), at(applied, position))
        })
    });
    lost && is_made(block, planned, config, std::slice::from_ref(applied), false)
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
                    let mut same = applied.iter().filter(|one| is_of(block, one, config, true));
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

pub(super) fn at(object: &Value, position: usize) -> &Value {
    match object {
        Value::Object(values) => values.get(position).unwrap_or(NULL),
        _ => NULL,
    }
}

/// The entry of a map; null if there is none.
pub(super) fn entry<'v>(map: &'v Value, key: &str) -> &'v Value {
    match map {
        Value::Map(map) => map.get(key).unwrap_or(NULL),
        _ => NULL,
    }
}

/// Whether an element is the configured one in everything that is configured; elements of the sets
/// inside may have become one.
fn is_of(block: &Block, found: &Value, config: &Value, merged: bool) -> bool {
    is_made(block, found, config, std::slice::from_ref(found), merged)
}

/// Whether an element is the configured one, with the computed values of one of these, or unknown
/// ones.
fn is_made(block: &Block, found: &Value, config: &Value, old: &[Value], merged: bool) -> bool {
    let (Value::Object(_), Value::Object(_)) = (found, config) else {
        return found == config || config.is_unknown() && is_open(block, found);
    };
    let made = |(position, field): (usize, &Field), old: &Value| {
        let of = |object| at(object, position);
        let (found, config, old) = (of(found), of(config), at(old, position));
        if config.is_null() && field.is_wire_computed() {
            return match default(field) {
                Some(default) => found == default,
                None => found.is_unknown() || found == old,
            };
        }
        let Some((_, inside)) = field.nested_block() else {
            return field.is(Flags::WRITE_ONLY) || found == config;
        };
        let is_one = |one, wanted, old| is_made(inside, one, wanted, old, merged);
        match (found, config) {
            (Value::Object(_), Value::Object(_)) => {
                is_one(found, config, std::slice::from_ref(old))
            }
            (Value::Map(all), Value::Map(wanted)) => {
                let mut pairs = all.iter().zip(wanted);
                all.len() == wanted.len()
                    && pairs.all(|((k, one), (l, wanted))| {
                        k == l && is_one(one, wanted, std::slice::from_ref(entry(old, k)))
                    })
            }
            (Value::List(all), Value::List(wanted)) => {
                let mut pairs = all.iter().zip(wanted);
                all.len() == wanted.len()
                    && pairs.all(|(one, wanted)| is_one(one, wanted, old.elements()))
            }
            (Value::Set(all), Value::Set(wanted)) => {
                let (mut ones, mut others) = (all.iter(), wanted.iter());
                (merged || all.len() == wanted.len())
                    && ones.all(|one| wanted.iter().any(|w| is_one(one, w, old.elements())))
                    && others.all(|w| all.iter().any(|one| is_one(one, w, old.elements())))
            }
            _ => found == config,
        }
    };
    let mut from = old.iter().chain([NULL]);
    from.any(|old| {
        let mut fields = block.fields.iter().enumerate();
        fields.all(|field| made(field, old))
    })
}
