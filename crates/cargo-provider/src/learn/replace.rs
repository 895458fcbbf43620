//! Which changes replace an object: first all at once, then each reported change alone and in every
//! direction.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{Confidence, Finding, Kind, Sdk};
use crate::learn::base::{Base, changed, is_own, made_up, minimal, same};
use crate::learn::oracle::Answer;
use crate::learn::session::Session;
use crate::learn::shape::{Nesting, Shape};
use crate::learn::validation::Values;
use crate::learn::value::Value;

/// Runs the pass.
pub(crate) fn pass(session: &mut Session<'_>, values: &Values, base: &Base) {
    let reported = reported(session, values, base);
    let logged = session.sdk == Sdk::Framework && session.notes.log_is_whole;
    let leaves = session.leaves().into_iter();
    let leaves: Vec<usize> = leaves
        .filter(|at| base.config.leaves.contains_key(at) && !session.frozen.contains(at))
        .filter(|at| !session.restless.contains(at) && !is_id(session, *at))
        .collect();
    let mut inside_sets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for at in leaves {
        let set = outermost_set(session.shape, at);
        let shown = set.unwrap_or(at);
        if !reported.contains(&shown) || set.is_some() && is_logged(session, at) {
            continue;
        }
        if let Some(set) = set {
            if alone_in_set(session, values, base, at, set) == Some(true) {
                inside_sets.entry(set).or_default().insert(at);
                let probe = "plan a change of this value alone, in a set";
                let (kind, confidence) = (Kind::ForceNew, Confidence::learned_if(!logged));
                session.found(Some(at), kind, confidence, probe, "replaced");
            }
            continue;
        }
        alone(session, values, base, at);
    }
    for block in session.blocks() {
        let shown = outermost_set(session.shape, block).unwrap_or(block);
        if reported.contains(&shown) && !is_logged(session, block) {
            count(session, base, block, inside_sets.get(&shown));
        }
    }
}

/// Changes one value alone, in every direction.
pub(crate) fn alone(session: &mut Session<'_>, values: &Values, base: &Base, at: usize) {
    let logged = session.sdk == Sdk::Framework && session.notes.log_is_whole;
    let directions = directions(session, values, base, at);
    let (yes, no): (Vec<_>, Vec<_>) = directions.into_iter().partition(|(_, replaced)| *replaced);
    let names = |all: &[(&str, bool)]| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    };
    if is_logged(session, at) {
        // Code of the provider's own may use the library's words.
        if no.is_empty() {
            return;
        }
        let modifiers = session.notes.modifiers.entry(at).or_default();
        modifiers.retain(|kind| *kind != Kind::ForceNew);
    }
    if session.is_stopped() && no.is_empty() {
        let (kind, likely) = (Kind::ForceNew, Confidence::Likely);
        let probe = "plan with everything changed";
        session.found(Some(at), kind, likely, probe, "replaced");
        return;
    }
    if yes.is_empty() {
        return;
    }
    let probe = "plan changes of this value alone";
    let mut answer = format!("replaced: {}", names(&yes));
    if !no.is_empty() {
        answer += &format!("; not: {}", names(&no));
    }
    let (kind, confidence) = match (no.is_empty(), logged) {
        (true, false) => (Kind::ForceNew, Confidence::Learned),
        (true, true) => {
            let kind = Kind::ForceNewIf("by code of the provider's own".into());
            (kind, Confidence::Likely)
        }
        (false, _) => (Kind::ForceNewIf(answer.clone()), Confidence::Likely),
    };
    session.found(Some(at), kind, confidence, probe, answer);
}

/// Version 1 of the SDK accepts an id in a configuration, and finds none in a state without it.
fn is_id(session: &Session<'_>, at: usize) -> bool {
    let node = &session.shape.nodes[at];
    session.sdk == Sdk::Sdkv2 && node.parent.is_none() && node.computed && node.name() == "id"
}

/// Whether the log says that the field replaces, which needs no plan.
fn is_logged(session: &Session<'_>, at: usize) -> bool {
    let modifiers = session.notes.modifiers.get(&at);
    modifiers.is_some_and(|kinds| kinds.contains(&Kind::ForceNew))
}

/// The outermost set around a field: replacements inside it are shown there.
fn outermost_set(shape: &Shape, at: usize) -> Option<usize> {
    let mut path = shape.around(at).into_iter().chain([at]);
    path.find(|at| shape.nodes[*at].nesting() == Some(Nesting::Set))
}

/// What is reported if everything is changed, removed or added, or if each block occurs once more.
fn reported(session: &mut Session<'_>, values: &Values, base: &Base) -> BTreeSet<usize> {
    let changed = changed(&base.config, values);
    let mut more = base.config.clone();
    for block in session.blocks() {
        let node = &session.shape.nodes[block];
        if node.nesting() != Some(Nesting::Single) && base.config.has(session.shape, block) {
            *more.counts.entry(block).or_insert(1) += 1;
        }
    }
    let least = minimal(session, values);
    let mut reported = BTreeSet::new();
    let shape = session.shape;
    let named = |answer: &Answer| -> Vec<usize> {
        let paths = answer.replace.iter();
        paths.filter_map(|path| shape.find(path)).collect()
    };
    let mut answers = Vec::new();
    for (probe, config) in [
        ("plan with everything changed", &changed),
        ("plan with everything removed", &least),
        ("plan with one more of each block", &more),
    ] {
        let answer = session.plan(&base.state, config, &base.config, false);
        answers.push((probe, answer));
    }
    if let Some(small) = session.planned(&Value::Null, &least, &base.config) {
        let state = made_up(shape, &small.planned);
        let answer = session.plan(&state, &base.config, &least, false);
        answers.push(("plan with everything added", answer));
    }
    for (probe, answer) in answers {
        let Some(answer) = answer else { continue };
        for error in answer.errors().filter(|error| is_own(error)) {
            let kind = Kind::CustomDiff(error.text());
            session.found(None, kind, Confidence::CannotBeKnown, probe, error.text());
        }
        reported.extend(named(&answer));
    }
    // A failed plan reports nothing; each change by itself does.
    let is_custom = |finding: &Finding| matches!(finding.kind, Kind::CustomDiff(_));
    if session.notes.findings.iter().any(is_custom) {
        for at in session.leaves() {
            if let Some(other) = values.other.get(&at)
                && base.config.leaves.contains_key(&at)
                && let config = base.config.with(at, other.clone())
                && let Some(answer) = session.plan(&base.state, &config, &base.config, false)
            {
                reported.extend(named(&answer));
            }
        }
    }
    reported
}

fn replaces(session: &Session<'_>, answer: &Answer, at: usize) -> bool {
    answer.replace.contains(session.shape.path(at))
}

/// What a change of one value does in each possible direction.
fn directions(
    session: &mut Session<'_>,
    values: &Values,
    base: &Base,
    at: usize,
) -> Vec<(&'static str, bool)> {
    let node = &session.shape.nodes[at];
    let (required, computed) = (node.required, node.computed);
    let (Some(good), Some(other)) = (base.config.leaves.get(&at), values.other.get(&at)) else {
        return Vec::new();
    };
    let without = base.config.without(session.shape, &BTreeSet::from([at]));
    let null = edited(session.shape, &base.state, at, &Value::Null);
    let turned = edited(session.shape, &base.state, at, other);
    let changed = base.config.with(at, other.clone());
    let mut tried = vec![
        ("A → B", base.state.clone(), changed),
        ("B → A", turned, base.config.clone()),
    ];
    if !required && !good.is_zero() {
        // A computed attribute keeps its value when it is removed.
        if !computed {
            tried.push(("A → null", base.state.clone(), without));
        }
        if !computed || session.sdk == Sdk::Sdkv2 {
            tried.push(("null → A", null, base.config.clone()));
        }
    }
    let mut done = Vec::new();
    for (name, prior, config) in tried {
        let Some(answer) = session.planned(&prior, &config, &base.config) else {
            continue;
        };
        // A non-change, such as the removal of a default value, says nothing.
        let planned = session.shape.first(at, &answer.planned);
        if !same(planned, session.shape.first(at, &prior)) {
            done.push((name, replaces(session, &answer, at)));
        }
    }
    done
}

/// An object with a different value of a field, in the first element of its parent.
pub(crate) fn edited(shape: &Shape, object: &Value, at: usize, new: &Value) -> Value {
    let mut path = shape.around(at);
    path.push(at);
    let mut object = object.clone();
    edit(shape, &mut object, &path, new);
    object
}

fn edit(shape: &Shape, object: &mut Value, path: &[usize], new: &Value) {
    let (Some((first, rest)), Value::Map(members)) = (path.split_first(), &mut *object) else {
        object.clone_from(new);
        return;
    };
    let node = &shape.nodes[*first];
    let member = members.entry(node.name().to_owned()).or_default();
    let first = match member {
        _ if rest.is_empty() => Some(member),
        Value::List(elements) => elements.first_mut(),
        Value::Map(all) if node.nesting() == Some(Nesting::Map) => all.values_mut().next(),
        member => Some(member),
    };
    if let Some(first) = first {
        edit(shape, first, rest, new);
    }
}

/// Whether a change of one value in a set's only element replaces: a changed element is a new
/// element, so each of its replacing values would replace.
fn alone_in_set(
    session: &mut Session<'_>,
    values: &Values,
    base: &Base,
    at: usize,
    set: usize,
) -> Option<bool> {
    let good = base.config.leaves.get(&at)?.clone();
    let other = values.other.get(&at)?.clone();
    let before = base.config.without(session.shape, &BTreeSet::from([set]));
    let config = before.with(at, good);
    let created = session.planned(&Value::Null, &config, &before)?;
    let prior = made_up(session.shape, &created.planned);
    let answer = session.planned(&prior, &config.with(at, other), &config)?;
    Some(replaces(session, &answer, set))
}

/// Whether a change in the number of blocks replaces.
fn count(
    session: &mut Session<'_>,
    base: &Base,
    block: usize,
    replacing: Option<&BTreeSet<usize>>,
) -> Option<()> {
    let shape = session.shape;
    let shown = outermost_set(shape, block).unwrap_or(block);
    let mut config = base.config.clone();
    // Elements hold no values that replace by themselves.
    let mut one = config.without(shape, &BTreeSet::from([block]));
    if outermost_set(shape, block).is_some() {
        let silent = |at: &usize| {
            let replaces = replacing.is_some_and(|replacing| replacing.contains(at));
            shape.is_inside(*at, block) && !replaces
        };
        let before = one.leaves.len();
        let inside = config.leaves.into_iter().filter(|(at, _)| silent(at));
        one.leaves.extend(inside);
        if one.leaves.len() == before {
            return None;
        }
        config = one;
    }
    let created = session.planned(&Value::Null, &config, &base.config)?;
    let prior = made_up(shape, &created.planned);
    let mut more = config.clone();
    if shape.nodes[block].nesting() == Some(Nesting::Single) {
        more = more.without(shape, &BTreeSet::from([block]));
    } else {
        *more.counts.entry(block).or_insert(1) += 1;
    }
    let answer = session.planned(&prior, &more, &config)?;
    if !replaces(session, &answer, shown) {
        return None;
    }
    let inner = session.sdk == Sdk::Other && replacing.is_some_and(|all| !all.is_empty());
    let (kind, confidence) = match session.sdk {
        Sdk::Sdkv2 => (Kind::ForceNewCount, Confidence::Learned),
        _ if inner => return None,
        // The framework's modifiers see every change inside.
        _ => (Kind::ForceNew, Confidence::Likely),
    };
    let probe = "plan with one more of this block";
    session.found(Some(block), kind, confidence, probe, "replaced");
    Some(())
}
