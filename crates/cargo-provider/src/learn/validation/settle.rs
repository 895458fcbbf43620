//! Finds accepted values.

use super::*;

/// How many rounds are made to find an accepted value.
pub(super) const ROUNDS: usize = 48;

/// Values that a leaf attribute may accept, the likeliest first: from its rules, its messages and
/// its description, and of many forms.
pub(super) fn candidates(session: &Session<'_>, notes: &Notes, at: usize) -> Vec<Value> {
    let node = &session.shape.nodes[at];
    let Some(ty) = node.leaf() else {
        return Vec::new();
    };
    let rules = rules_of(notes, at);
    let mut all = keeping_all(&rules, ty);
    all.extend(rules.iter().flat_map(|rule| keeping(rule, ty)));
    let mut texts = Vec::new();
    for message in notes.messages.get(&at).into_iter().flatten() {
        texts.extend(words(&message.text));
        texts.extend(words(&message.evidence.answer));
    }
    texts.extend(words(&node.description));
    texts.extend(POOL.iter().map(|text| (*text).to_owned()));
    match ty.innermost() {
        Type::Number => {
            let numbers = texts.iter().filter_map(|text| text.parse().ok());
            let more = [1.0, 2.0, 10.0, 60.0, 100.0, 1000.0, 8080.0, 0.5, 0.0];
            all.extend(
                numbers
                    .chain(more)
                    .filter_map(|number| ty.wrap(&Value::Number(number))),
            );
        }
        Type::Bool => all.extend(
            [true, false]
                .iter()
                .filter_map(|truth| ty.wrap(&Value::Bool(*truth))),
        ),
        _ => all.extend(
            texts
                .into_iter()
                .filter_map(|text| ty.wrap(&Value::Text(text))),
        ),
    }
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
        let parts: Vec<&str> = text.split(quote).collect();
        all.extend(
            parts
                .iter()
                .skip(1)
                .step_by(2)
                .map(|part| (*part).to_owned()),
        );
    }
    let plain = text.split([',', '|', '[', ']', '(', ')', ' ', '"', '\'', '`', ';', ':']);
    all.extend(plain.map(|word| word.trim_end_matches('.').to_owned()));
    let mut known = BTreeSet::new();
    all.retain(|word| !word.is_empty() && word.len() <= 40 && known.insert(word.clone()));
    all.truncate(24);
    all
}

/// Searches for an accepted value for each leaf attribute, all of them at once.
pub(super) fn settle(session: &mut Session<'_>, notes: &mut Notes) -> Values {
    let mut queues: BTreeMap<usize, std::collections::VecDeque<Value>> = BTreeMap::new();
    let mut values = Values::default();
    for at in session.leaves() {
        let seen = session.seen(at);
        let plain = seen
            .accepted
            .iter()
            .find(|value| !innermost(value).is_zero() && !is_odd(value));
        match plain.or_else(|| seen.accepted.iter().find(|value| !is_odd(value))) {
            Some(value) => drop(values.good.insert(at, value.clone())),
            None => {
                let all = candidates(session, notes, at).into_iter();
                let untried = all.filter(|value| !seen.is_refused(value));
                queues.insert(at, untried.collect());
            }
        }
    }
    for _ in 0..ROUNDS {
        queues.retain(|_, queue| !queue.is_empty());
        if queues.is_empty() || session.is_stopped() {
            break;
        }
        probe_covers(
            session,
            notes,
            "validate with values of many forms",
            &|at| queues.contains_key(&at),
            &|at| match queues.get(&at) {
                Some(queue) => queue.front().cloned(),
                None => values.good.get(&at).cloned(),
            },
        );
        let open: Vec<usize> = queues.keys().copied().collect();
        for at in open {
            let Some(tried) = queues
                .get_mut(&at)
                .and_then(std::collections::VecDeque::pop_front)
            else {
                continue;
            };
            if session.seen(at).accepted.contains(&tried) {
                values.good.insert(at, tried);
                queues.remove(&at);
            }
        }
    }
    for at in session.leaves() {
        let known = candidates(session, notes, at).into_iter().next();
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
pub(super) fn others(session: &mut Session<'_>, notes: &mut Notes, values: &mut Values) {
    let mut queues: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        let (Some(good), Some(ty)) = (values.good.get(&at), session.shape.nodes[at].leaf()) else {
            continue;
        };
        let seen = session.seen(at);
        let mut known: Vec<Value> = seen
            .accepted
            .iter()
            .filter(|value| differs(value, good) && !is_odd(value))
            .cloned()
            .collect();
        let rules = rules_of(notes, at);
        let changed = match innermost(good) {
            Value::Bool(truth) => ty.wrap(&Value::Bool(!truth)),
            _ => Some(varied(good, 1)),
        };
        if known.is_empty() {
            known = keeping_all(&rules, ty);
            known.extend(changed);
            known.extend(candidates(session, notes, at).into_iter().take(6));
        }
        known.retain(|value| {
            differs(value, good) && rules.iter().all(|rule| holds(rule, value) != Some(false))
                || differs(value, good) && rules.len() > 1
        });
        if let Some(first) = known.first() {
            values.other.insert(at, first.clone());
        }
        if !known
            .first()
            .is_some_and(|first| seen.accepted.contains(first))
        {
            queues.insert(at, known);
        }
    }
    for round in 0..4 {
        queues.retain(|_, queue| queue.len() > round);
        if queues.is_empty() || session.is_stopped() {
            return;
        }
        let tried = |at: usize| queues.get(&at).and_then(|queue| queue.get(round));
        probe_covers(
            session,
            notes,
            "validate with other values",
            &|at| tried(at).is_some(),
            &|at| tried(at).or_else(|| values.good.get(&at)).cloned(),
        );
        let open: Vec<usize> = queues.keys().copied().collect();
        for at in open {
            let tried = queues[&at][round].clone();
            if session.seen(at).accepted.contains(&tried) {
                values.other.insert(at, tried);
                queues.remove(&at);
            }
        }
    }
}

/// Whether a program sees two values as different: SDKv2 does not distinguish empty from null.
pub(super) fn differs(value: &Value, good: &Value) -> bool {
    value != good
        && !(value.is_zero() && good.is_zero())
        && (!value.is_zero() || matches!(value, Value::Bool(_)))
}
