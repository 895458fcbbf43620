//! The differences between the answers of two programs.

use std::borrow::Borrow;

use schema_runtime::path::Path;
use schema_runtime::schema::{Block, Field};
use schema_runtime::value::Value;

use crate::case::{Action, Class, Observed, names};
use crate::intended::{self, Element, Five, Intended};
use crate::side::{Diagnostic, Failure};
use crate::values;

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) class: Class,
    /// The names of the attribute, without indexes and keys.
    pub(crate) path: String,
    /// What differs, as the kinds of the two answers: the cause, as far as it is visible.
    pub(crate) what: String,
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) intended: Option<Intended>,
}

impl Found {
    /// Whether they have the same cause.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.class, &self.path, &self.what) == (other.class, &other.path, &other.what)
            && self.intended == other.intended
    }
}

/// The prior object and the configuration of a case, and what the old program plans without the
/// prior object.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) config: &'a Value,
    pub(crate) prior: &'a Value,
    pub(crate) fresh: &'a Value,
}

/// All differences between the answers to one input.
pub(crate) fn between(
    block: &Block,
    old: &[Observed],
    new: &[Observed],
    context: Context<'_>,
) -> Vec<Found> {
    let mut all = Vec::new();
    for (a, b) in old.iter().zip(new) {
        if a.class != b.class {
            break;
        }
        let before = all.len();
        one(block, a, b, context, &mut all);
        let refused = a.is_refused() || b.is_refused();
        if refused && all.len() > before {
            break;
        }
    }
    all
}

fn one(block: &Block, a: &Observed, b: &Observed, context: Context<'_>, all: &mut Vec<Found>) {
    let whose = match (&a.failure, &b.failure) {
        (None, None) => "",
        (Some(_), Some(_)) => return,
        (Some(_), None) => "old",
        (None, Some(_)) => "new",
    };
    if !whose.is_empty() {
        let text = |one: &Observed| {
            one.failure
                .as_ref()
                .map_or("an answer", Failure::text)
                .into()
        };
        let what = format!("only the {whose} program fails");
        return all.push(difference(
            a.class,
            &Path::default(),
            what,
            text(a),
            text(b),
        ));
    }
    for (ours, theirs, whose) in [
        (&a.diagnostics, &b.diagnostics, "old"),
        (&b.diagnostics, &a.diagnostics, "new"),
    ] {
        for one in ours {
            if theirs.iter().any(|other| matches(one, other)) {
                continue;
            }
            let word = if one.error { "an error" } else { "a warning" };
            let what = format!("only the {whose} program reports {word}");
            let nothing = "nothing there".to_owned();
            let (old, new) = match whose {
                "old" => (one.text.clone(), nothing),
                _ => (nothing, one.text.clone()),
            };
            all.push(difference(a.class, &one.path, what, old, new));
        }
    }
    if a.is_refused() || b.is_refused() {
        return;
    }
    let first = all.len();
    let mut leaves = Leaves {
        class: a.class,
        legacy: a.legacy && !b.legacy,
        planned: a.planned.is_some(),
        names: Vec::new(),
        all,
    };
    let five = Five {
        old: &a.value,
        new: &b.value,
        config: context.config,
        prior: context.prior,
        fresh: context.fresh,
    };
    // Each program chooses the value for an unknown in an apply: only its kind is compared.
    let planned = a.planned.as_ref().unwrap_or(&Value::Null);
    leaves.object(block, five, planned, None);
    let (Some(old), Some(new)) = (a.action, b.action) else {
        return;
    };
    // The plan decides whether there is a change: the difference is intended if all in the plan
    // are.
    let intended: Option<Vec<Intended>> = all[first..].iter().map(|one| one.intended).collect();
    let changes = [old, new].contains(&Action::Nothing) && ![old, new].contains(&Action::Replace);
    if let Some([excuse, ..]) = intended.as_deref().filter(|_| changes) {
        let mut found = all[first].clone();
        found.what = format!("old plans {}, new {}", old.word(), new.word());
        (found.old, found.new) = (old.word().to_owned(), new.word().to_owned());
        found.intended = Some(*excuse);
        all.push(found);
        return;
    }
    replacement(a, b, old, new, all);
}

fn difference(class: Class, path: &Path, what: String, old: String, new: String) -> Found {
    Found {
        class,
        path: names(path),
        what,
        old,
        new,
        intended: None,
    }
}

/// Whether they have the same severity, and one path is a prefix of the other.
fn matches(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.error == other.error && related(&one.path, &other.path)
}

fn related(one: &Path, other: &Path) -> bool {
    one.is_prefix_of(other) || other.is_prefix_of(one)
}

fn replacement(a: &Observed, b: &Observed, old: Action, new: Action, all: &mut Vec<Found>) {
    let texts = |action: Action, paths: &[Path]| match action {
        Action::Replace => {
            let all: Vec<String> = paths.iter().map(Path::to_string).collect();
            format!("a replacement for {}", all.join(", "))
        }
        other => other.word().to_owned(),
    };
    let (said, says) = (texts(old, &a.replace), texts(new, &b.replace));
    if old != new && ![old, new].contains(&Action::Replace) {
        let what = format!("old plans {}, new {}", old.word(), new.word());
        all.push(difference(Class::Plan, &Path::default(), what, said, says));
        return;
    }
    for (whose, ours, theirs) in [
        ("old", &a.replace, &b.replace),
        ("new", &b.replace, &a.replace),
    ] {
        let is_alone = |path: &&Path| !theirs.iter().any(|other| related(path, other));
        for path in ours.iter().filter(is_alone) {
            let what = format!("only the {whose} program replaces for it");
            let (said, says) = (said.clone(), says.clone());
            all.push(difference(Class::Replacement, path, what, said, says));
        }
    }
}

/// The differences between values, attribute by attribute.
struct Leaves<'a> {
    class: Class,
    /// The old program need not follow Terraform's rules, but the new one does.
    legacy: bool,
    /// The value fulfils a plan.
    planned: bool,
    names: Vec<String>,
    all: &'a mut Vec<Found>,
}

impl Leaves<'_> {
    fn object(
        &mut self,
        block: &Block,
        five: Five<'_>,
        planned: &Value,
        around: Option<Element<'_>>,
    ) {
        let (Value::Object(_), Value::Object(_)) = (five.old, five.new) else {
            if !five.old.equal_ignoring_refinements(five.new) {
                self.push(five, None, None);
            }
            return;
        };
        for (at, field) in block.fields.iter().enumerate() {
            let five = Five {
                old: child(five.old, at),
                new: child(five.new, at),
                config: child(five.config, at),
                prior: child(five.prior, at),
                fresh: child(five.fresh, at),
            };
            if five.old.equal_ignoring_refinements(five.new) {
                continue;
            }
            self.names.push(field.name.to_string());
            self.field(field, five, child(planned, at), around);
            self.names.pop();
        }
    }

    fn field(
        &mut self,
        field: &Field,
        five: Five<'_>,
        planned: &Value,
        around: Option<Element<'_>>,
    ) {
        if let Some((_, block)) = field.nested_block()
            && self.nested(block, five, planned)
        {
            return;
        }
        if self.planned && !planned.is_wholly_known() && five.old.is_null() == five.new.is_null() {
            return;
        }
        let intended = match self.legacy {
            true => intended::value(field, five, around),
            false => None,
        };
        self.push(five, intended, Some(field));
    }

    /// Compares element by element, if the elements correspond.
    fn nested(&mut self, block: &Block, five: Five<'_>, planned: &Value) -> bool {
        let pairs: Vec<(&Value, &Value)> = match (five.old, five.new) {
            (Value::Object(_), Value::Object(_)) => {
                self.object(block, five, planned, None);
                return true;
            }
            (Value::List(a), Value::List(b)) if a.len() == b.len() => a.iter().zip(b).collect(),
            (Value::Map(a), Value::Map(b)) if a.keys().eq(b.keys()) => {
                a.values().zip(b.values()).collect()
            }
            (Value::Set(a), Value::Set(b)) if a.len() == b.len() => {
                paired(a.as_slice(), b.as_slice())
            }
            _ => return false,
        };
        let set = matches!(five.old, Value::Set(_));
        for (at, (old, new)) in pairs.into_iter().enumerate() {
            let like = |value| element(value, at, new);
            let config = like(five.config);
            let one = Five {
                old,
                new,
                config,
                prior: like(five.prior),
                fresh: like(five.fresh),
            };
            let around = Element {
                block,
                priors: five.prior.elements(),
                configs: five.config.elements(),
                config,
                set,
            };
            let around = (!matches!(five.old, Value::Map(_))).then_some(around);
            self.object(block, one, like(planned), around);
        }
        true
    }

    fn push(&mut self, five: Five<'_>, intended: Option<Intended>, field: Option<&Field>) {
        let shown = |value| match field {
            Some(field) => values::short(&values::field_json(field, &values::masked(field, value))),
            None => kind(value).to_owned(),
        };
        let (old, new) = (kind(five.old), kind(five.new));
        let what = match old == new {
            true => format!("old and new have another {old} value"),
            false => format!("old has {old}, new has {new}"),
        };
        self.all.push(Found {
            class: self.class,
            path: self.names.join("."),
            what,
            old: shown(five.old),
            new: shown(five.new),
            intended,
        });
    }
}

/// The kind of a value.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Unknown(_) => "unknown",
        _ => "known",
    }
}

fn child(object: &Value, at: usize) -> &Value {
    match object {
        Value::Object(values) => values.get(at).unwrap_or(&Value::Null),
        Value::Unknown(_) => object,
        _ => &Value::Null,
    }
}

/// The elements that only one of two sets has, each with the one most like it.
fn paired<'v>(a: &'v [Value], b: &'v [Value]) -> Vec<(&'v Value, &'v Value)> {
    let mut rest: Vec<&Value> = b.iter().collect();
    let mut left = Vec::new();
    for one in a {
        let same = |other: &&Value| other.equal_ignoring_refinements(one);
        match rest.iter().position(same) {
            Some(at) => drop(rest.swap_remove(at)),
            None => left.push(one),
        }
    }
    let with = left.into_iter();
    with.filter_map(|old| Some((old, rest.swap_remove(nearest(&rest, old)?))))
        .collect()
}

/// The corresponding element of another collection: in a set, the one most like it.
fn element<'v>(collection: &'v Value, at: usize, like: &Value) -> &'v Value {
    let found = match collection {
        Value::Set(all) => nearest(all.as_slice(), like).and_then(|at| all.as_slice().get(at)),
        // The caller has checked that both maps have the same keys.
        Value::Map(all) => all.values().nth(at),
        other => other.elements().get(at),
    };
    found.unwrap_or(&Value::Null)
}

/// The element that has the most values in common with an object.
fn nearest(elements: &[impl Borrow<Value>], object: &Value) -> Option<usize> {
    let like = |one: &Value| match (one, object) {
        (Value::Object(a), Value::Object(b)) => a.iter().zip(b).filter(|(a, b)| a == b).count(),
        _ => usize::from(one == object),
    };
    // The first of equals, so every run finds the same one.
    let all = (0..elements.len()).rev();
    all.max_by_key(|at| like(elements[*at].borrow()))
}
