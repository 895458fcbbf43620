//! Finds accepted values.

use std::collections::VecDeque;

use super::*;

/// How many rounds are made to find an accepted value.
pub(super) const ROUNDS: usize = 48;

/// Values that a leaf attribute may accept, the likeliest first: from its rules, its messages and
/// its description, and of many forms.
pub(super) fn candidates(session: &Session<'_>, at: usize) -> Vec<Value> {
    let node = &session.shape.nodes[at];
    let Some(ty) = node.leaf() else {
        return Vec::new();
    };
    let rules = rules_of(session, at);
    let mut all = keeping_all(&rules, ty);
    all.extend(rules.iter().flat_map(|rule| keeping(rule, ty)));
    let mut texts = Vec::new();
    for message in session.notes.messages.get(&at).into_iter().flatten() {
        texts.extend(words(&message.text));
        texts.extend(words(&message.evidence.answer));
    }
    texts.extend(words(&node.description));
    texts.extend(POOL.iter().map(|text| (*text).to_owned()));
    match ty.innermost() {
        Type::Number => {
            let numbers = texts.iter().filter_map(|text| text.parse().ok());
            let more = [1.0, 2.0, 10.0, 60.0, 100.0, 1000.0, 8080.0, 0.5, 0.0];
            let numbers = numbers.chain(more).map(Value::Number);
            all.extend(numbers.filter_map(|number| ty.wrap(&number)));
        }
        Type::Bool => {
            let both = [true, false].map(Value::Bool).into_iter();
            all.extend(both.filter_map(|truth| ty.wrap(&truth)));
        }
        _ => {
            let texts = texts.into_iter().map(Value::Text);
            all.extend(texts.filter_map(|text| ty.wrap(&text)));
        }
    }
    distinct(all)
}

/// Each value once, in order.
pub(super) fn distinct(all: Vec<Value>) -> Vec<Value> {
    let mut distinct = Vec::new();
    for value in all {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// What a string may list: words in quotes, and those between commas.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for quote in ['"', '\'', '`'] {
        let quoted = text.split(quote).skip(1).step_by(2);
        all.extend(quoted.map(str::to_owned));
    }
    let plain = text.split([',', '|', '[', ']', '(', ')', ' ', '"', '\'', '`', ';', ':']);
    all.extend(plain.map(|word| word.trim_end_matches('.').to_owned()));
    let mut known = BTreeSet::new();
    all.retain(|word| !word.is_empty() && word.len() <= 40 && known.insert(word.clone()));
    all.truncate(24);
    all
}

/// Searches for an accepted value for each leaf attribute, all of them at once.
pub(super) fn settle(session: &mut Session<'_>) -> Values {
    let mut queues: BTreeMap<usize, VecDeque<Value>> = BTreeMap::new();
    let mut values = Values::default();
    for at in session.leaves() {
        let seen = session.seen(at);
        let mut accepted = seen.accepted.iter().filter(|value| !is_odd(value));
        let first = accepted.clone().next();
        match accepted.find(|value| !innermost(value).is_zero()).or(first) {
            Some(value) => drop(values.good.insert(at, value.clone())),
            None => {
                let all = candidates(session, at).into_iter();
                let untried = all.filter(|value| !seen.is_refused(value));
                queues.insert(at, untried.collect());
            }
        }
    }
    let what = "validate with values of many forms";
    search(session, &mut values, queues, ROUNDS, what, |values| {
        &mut values.good
    });
    for at in session.leaves() {
        let known = candidates(session, at).into_iter().next();
        if let Some(value) = known.filter(|_| !values.good.contains_key(&at)) {
            values.good.insert(at, value);
        }
    }
    values
}

/// A value that exists only to be rejected.
pub(super) fn is_odd(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.len() > 60 || text.contains(['\\', '\u{e4}']),
        Value::Number(number) => number.abs() > 1e9 || number.fract() != 0.0 && number.abs() < 0.01,
        Value::Map(members) => {
            members.is_empty()
                || members.keys().any(|key| key.len() != 1)
                || value.elements().into_iter().any(is_odd)
        }
        Value::List(elements) => {
            elements.is_empty() || elements.len() > 20 || elements.iter().any(is_odd)
        }
        _ => false,
    }
}

/// Searches for a second value for each leaf attribute.
pub(super) fn others(session: &mut Session<'_>, values: &mut Values) {
    let mut queues: BTreeMap<usize, VecDeque<Value>> = BTreeMap::new();
    for at in session.leaves() {
        let (Some(good), Some(ty)) = (values.good.get(&at), session.shape.nodes[at].leaf()) else {
            continue;
        };
        let seen = session.seen(at);
        let known = seen.accepted.iter().cloned();
        let known = known.filter(|value| differs(value, good) && !is_odd(value));
        let mut known: Vec<Value> = known.collect();
        let rules = rules_of(session, at);
        let changed = match innermost(good) {
            Value::Bool(truth) => ty.wrap(&Value::Bool(!truth)),
            _ => Some(varied(good, 1)),
        };
        if known.is_empty() {
            known = keeping_all(&rules, ty);
            known.extend(changed);
            known.extend(candidates(session, at).into_iter().take(6));
        }
        known.retain(|value| {
            let kept = |rule: &Rule| holds(rule, value) != Some(false);
            differs(value, good) && (rules.iter().all(kept) || rules.len() > 1)
        });
        let first = known.first();
        let other = first.map(|first| (at, first.clone()));
        values.other.extend(other);
        if !first.is_some_and(|first| seen.accepted.contains(first)) {
            queues.insert(at, known.into());
        }
    }
    let what = "validate with other values";
    search(session, values, queues, 4, what, |values| &mut values.other);
}

/// Tries the values of each queue until one is accepted, those of all queues at once.
fn search(
    session: &mut Session<'_>,
    values: &mut Values,
    mut queues: BTreeMap<usize, VecDeque<Value>>,
    rounds: usize,
    what: &str,
    found: fn(&mut Values) -> &mut BTreeMap<usize, Value>,
) {
    for _ in 0..rounds {
        queues.retain(|_, queue| !queue.is_empty());
        if queues.is_empty() || session.is_stopped() {
            return;
        }
        try_values(session, values, what, &|at| {
            queues.get(&at)?.front().cloned()
        });
        queues.retain(|at, queue| {
            let tried = queue.pop_front();
            let seen = session.seen(*at);
            let accepted = tried.filter(|tried| seen.accepted.contains(tried));
            let goes_on = accepted.is_none();
            found(values).extend(accepted.map(|value| (*at, value)));
            goes_on
        });
    }
}

/// Whether a program sees two values as different: SDKv2 does not distinguish empty from null.
pub(super) fn differs(value: &Value, good: &Value) -> bool {
    value != good
        && !(value.is_zero() && good.is_zero())
        && (!value.is_zero() || matches!(value, Value::Bool(_)))
}
