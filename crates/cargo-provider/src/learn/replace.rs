//! Which changes replace an object: first all at once, then each reported change alone and in every
//! direction.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{Confidence, Evidence, Kind, Sdk};
use crate::learn::base::{Base, changed, filled, is_own, minimal, same};
use crate::learn::notes::Notes;
use crate::learn::oracle::Answer;
use crate::learn::session::Session;
use crate::learn::shape::{Nesting, Shape};
use crate::learn::validation::Values;
use crate::learn::value::Value;

/// Runs the pass.
pub(crate) fn pass(session: &mut Session<'_>, notes: &mut Notes, values: &Values, base: &Base) {
    let reported = reported(session, notes, values, base);
    let logged = session.sdk == Sdk::Framework && notes.log_is_whole;
    let leaves: Vec<usize> = session
        .leaves()
        .into_iter()
        .filter(|at| base.config.leaves.contains_key(at) && !session.frozen.contains(at))
        .filter(|at| !session.restless.contains(at) && !is_id(session, *at))
        .collect();
    let mut inside_sets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for at in leaves {
        let set = outermost_set(session.shape, at);
        let shown = set.unwrap_or(at);
        if !reported.contains(&shown) || set.is_some() && is_logged(notes, at) {
            continue;
        }
        if let Some(set) = set {
            let replaces = alone_in_set(session, values, base, at, set);
            if replaces == Some(true) {
                inside_sets.entry(set).or_default().insert(at);
                let evidence =
                    Evidence::new("plan a change of this value alone, in a set", "replaced");
                let (kind, confidence) = (Kind::ForceNew, Confidence::learned_if(!logged));
                notes.found(session.shape, Some(at), kind, confidence, evidence);
            }
            continue;
        }
        alone(session, notes, values, base, at);
    }
    for block in session.blocks() {
        let shown = outermost_set(session.shape, block).unwrap_or(block);
        if reported.contains(&shown) && !is_logged(notes, block) {
            count(session, notes, base, block, inside_sets.get(&shown));
        }
    }
}

/// Changes one value alone, in every direction.
pub(crate) fn alone(
    session: &mut Session<'_>,
    notes: &mut Notes,
    values: &Values,
    base: &Base,
    at: usize,
) {
    let logged = session.sdk == Sdk::Framework && notes.log_is_whole;
    let directions = directions(session, values, base, at);
    let which = |wanted: bool| -> Vec<&str> {
        let all = directions
            .iter()
            .filter(|(_, replaced)| *replaced == wanted);
        all.map(|(name, _)| *name).collect()
    };
    let (yes, no) = (which(true), which(false));
    if is_logged(notes, at) {
        // Code of the provider's own may use the library's words.
        if no.is_empty() {
            return;
        }
        let modifiers = notes.modifiers.entry(at).or_default();
        modifiers.retain(|kind| *kind != Kind::ForceNew);
    }
    if session.is_stopped() && no.is_empty() {
        let evidence = Evidence::new("plan with everything changed", "replaced");
        let (kind, likely) = (Kind::ForceNew, Confidence::Likely);
        notes.found(session.shape, Some(at), kind, likely, evidence);
        return;
    }
    if yes.is_empty() {
        return;
    }
    let probe = "plan changes of this value alone";
    let mut answer = format!("replaced: {}", yes.join(", "));
    if !no.is_empty() {
        answer += &format!("; not: {}", no.join(", "));
    }
    let evidence = Evidence::new(probe, answer.clone());
    let (kind, confidence) = match (no.is_empty(), logged) {
        (true, false) => (Kind::ForceNew, Confidence::Learned),
        (true, true) => (
            Kind::ForceNewIf("by code of the provider's own".into()),
            Confidence::Likely,
        ),
        (false, _) => (Kind::ForceNewIf(answer), Confidence::Likely),
    };
    notes.found(session.shape, Some(at), kind, confidence, evidence);
}

/// Version 1 of the SDK accepts an id in a configuration, and finds none in a state without it.
fn is_id(session: &Session<'_>, at: usize) -> bool {
    let node = &session.shape.nodes[at];
    session.sdk == Sdk::Sdkv2 && node.parent.is_none() && node.computed && node.name() == "id"
}

/// Whether the log says that the field replaces, which needs no plan.
fn is_logged(notes: &Notes, at: usize) -> bool {
    notes
        .modifiers
        .get(&at)
        .is_some_and(|kinds| kinds.contains(&Kind::ForceNew))
}

/// The outermost set around a field: replacements inside it are shown there.
fn outermost_set(shape: &Shape, at: usize) -> Option<usize> {
    let mut around = shape.around(at);
    around.push(at);
    around
        .into_iter()
        .find(|at| shape.nodes[*at].nesting() == Some(Nesting::Set))
}

/// What is reported if everything is changed, removed or added, or if each block occurs once more.
fn reported(
    session: &mut Session<'_>,
    notes: &mut Notes,
    values: &Values,
    base: &Base,
) -> BTreeSet<usize> {
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
    let small = session.plan(&Value::Null, &least, &base.config, false);
    if let Some(small) = small.filter(|answer| !answer.is_refused()) {
        let state = filled(session.shape, &small.planned, &Value::text("made-up"));
        answers.push((
            "plan with everything added",
            session.plan(&state, &base.config, &least, false),
        ));
    }
    for (probe, answer) in answers {
        let Some(answer) = answer else { continue };
        for error in answer.errors().filter(|error| is_own(error)) {
            let evidence = Evidence::new(probe, error.text());
            let kind = Kind::CustomDiff(error.text());
            notes.found(shape, None, kind, Confidence::CannotBeKnown, evidence);
        }
        reported.extend(named(&answer));
    }
    // A failed plan reports nothing; each change by itself does.
    let failed = notes
        .findings
        .iter()
        .any(|finding| matches!(finding.kind, Kind::CustomDiff(_)));
    if failed {
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
    let mut tried = vec![
        (
            "A → B",
            base.state.clone(),
            base.config.with(at, other.clone()),
        ),
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
        let Some(answer) = session.plan(&prior, &config, &base.config, false) else {
            continue;
        };
        // A non-change, such as the removal of a default value, says nothing.
        let planned = session.shape.first(at, &answer.planned);
        if !answer.is_refused() && !same(planned, session.shape.first(at, &prior)) {
            done.push((name, replaces(session, &answer, at)));
        }
    }
    done
}

/// An object with a different value of a field, in the first element of its parent.
pub(crate) fn edited(shape: &Shape, object: &Value, at: usize, new: &Value) -> Value {
    let mut path = shape.around(at);
    path.push(at);
    edit(shape, object, &path, new)
}

fn edit(shape: &Shape, object: &Value, path: &[usize], new: &Value) -> Value {
    let (Some((first, rest)), Value::Map(members)) = (path.split_first(), object) else {
        return new.clone();
    };
    let mut members = members.clone();
    let name = shape.nodes[*first].name();
    let inner = match members.get(name) {
        Some(Value::List(elements)) if !rest.is_empty() => {
            let mut elements = elements.clone();
            if let Some(element) = elements.first_mut() {
                *element = edit(shape, element, rest, new);
            }
            Value::List(elements)
        }
        Some(Value::Map(all))
            if !rest.is_empty() && shape.nodes[*first].nesting() == Some(Nesting::Map) =>
        {
            let mut all = all.clone();
            if let Some(element) = all.values_mut().next() {
                *element = edit(shape, element, rest, new);
            }
            Value::Map(all)
        }
        Some(value) => edit(shape, value, rest, new),
        None => new.clone(),
    };
    members.insert(
        name.to_owned(),
        if rest.is_empty() { new.clone() } else { inner },
    );
    Value::Map(members)
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
    let (good, other) = (
        base.config.leaves.get(&at)?.clone(),
        values.other.get(&at)?.clone(),
    );
    let mut config = base.config.without(session.shape, &BTreeSet::from([set]));
    let before = config.clone();
    config.leaves.insert(at, good);
    let created = session.plan(&Value::Null, &config, &before, false)?;
    if created.is_refused() {
        return None;
    }
    let prior = filled(session.shape, &created.planned, &Value::text("made-up"));
    let changed = config.with(at, other);
    let answer = session.plan(&prior, &changed, &config, false)?;
    Some(!answer.is_refused() && replaces(session, &answer, set))
}

/// Whether a change in the number of blocks replaces.
fn count(
    session: &mut Session<'_>,
    notes: &mut Notes,
    base: &Base,
    block: usize,
    replacing: Option<&BTreeSet<usize>>,
) -> Option<()> {
    let shape = session.shape;
    let shown = outermost_set(shape, block).unwrap_or(block);
    let mut config = base.config.clone();
    // Elements hold no values that replace by themselves.
    let mut one = config.without(shape, &BTreeSet::from([block]));
    let silent: Vec<usize> = config
        .leaves
        .keys()
        .copied()
        .filter(|at| shape.around(*at).contains(&block))
        .filter(|at| replacing.is_none_or(|replacing| !replacing.contains(at)))
        .collect();
    if outermost_set(shape, block).is_some() {
        if silent.is_empty() {
            return None;
        }
        one.leaves
            .extend(silent.iter().map(|at| (*at, config.leaves[at].clone())));
        config = one;
    }
    let created = session.plan(&Value::Null, &config, &base.config, false)?;
    if created.is_refused() {
        return None;
    }
    let prior = filled(shape, &created.planned, &Value::text("made-up"));
    let mut more = config.clone();
    if shape.nodes[block].nesting() == Some(Nesting::Single) {
        more = more.without(shape, &BTreeSet::from([block]));
    } else {
        *more.counts.entry(block).or_insert(1) += 1;
    }
    let answer = session.plan(&prior, &more, &config, false)?;
    if answer.is_refused() || !answer.replace.contains(shape.path(shown)) {
        return None;
    }
    let inner = session.sdk == Sdk::Other && replacing.is_some_and(|all| !all.is_empty());
    let (kind, confidence) = match session.sdk {
        Sdk::Sdkv2 => (Kind::ForceNewCount, Confidence::Learned),
        _ if inner => return None,
        // The framework's modifiers see every change inside.
        _ => (Kind::ForceNew, Confidence::Likely),
    };
    let evidence = Evidence::new("plan with one more of this block", "replaced");
    notes.found(shape, Some(block), kind, confidence, evidence);
    Some(())
}
