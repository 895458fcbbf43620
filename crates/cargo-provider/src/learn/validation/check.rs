//! Values that satisfy and break each rule.

use super::*;

/// How many samples of one rule are tried.
pub(super) const SAMPLES: usize = 24;

/// Tries values that satisfy, and values that break, each rule.
pub(super) fn check_rules(session: &mut Session<'_>, values: &Values) {
    let mut tests: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        let Some(ty) = session.shape.nodes[at].leaf() else {
            continue;
        };
        let seen = session.seen(at);
        let mut all: Vec<Value> = Vec::new();
        for rule in rules_of(session, at) {
            all.extend(keeping(&rule, ty).into_iter().take(SAMPLES));
            all.extend(breaking(&rule, ty).into_iter().take(3));
            all.extend(other_case(&rule, ty));
        }
        let messages = session.notes.messages.get(&at).into_iter().flatten();
        if *ty.innermost() == Type::Text {
            for message in messages.filter(|message| !message.is_pattern) {
                let listed = [&message.text, &message.evidence.answer].map(|text| words(text));
                let listed = listed.into_iter().flatten().map(Value::Text);
                all.extend(listed.filter_map(|text| ty.wrap(&text)));
            }
        }
        if seen.accepted.len() <= 2 && *ty == Type::Text && !seen.refused.is_empty() {
            let described = words(&session.shape.nodes[at].description);
            all.extend(described.into_iter().map(Value::Text));
        }
        all.retain(|value| !seen.accepted.contains(value) && !seen.is_refused(value));
        if !all.is_empty() {
            tests.insert(at, distinct(all));
        }
    }
    try_all(session, values, &tests);
}

/// Older versions of SDKv2 list strings without quotes: if a listed word is rejected, adjacent
/// words may form one string.
pub(super) fn rejoin(session: &mut Session<'_>, values: &Values) {
    let mut tests: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        if session.shape.nodes[at].leaf() != Some(&Type::Text) {
            continue;
        }
        let seen = session.seen(at);
        for rule in rules_of(session, at) {
            let Rule::OneOf(listed) = &rule else { continue };
            let words: Vec<&str> = listed.iter().filter_map(|one| one.as_str()).collect();
            let is_refused = |word: &&str| seen.is_refused(&Value::text(*word));
            if !words.iter().any(is_refused) {
                continue;
            }
            for length in 2..=4 {
                let parts = words.windows(length);
                let joined = parts.map(|part| Value::Text(part.join(" ")));
                tests.entry(at).or_default().extend(joined);
            }
        }
    }
    try_all(session, values, &tests);
}

/// Validates each of the values, with all leaf attributes at once.
pub(super) fn try_all(
    session: &mut Session<'_>,
    values: &Values,
    tests: &BTreeMap<usize, Vec<Value>>,
) {
    let rounds = tests.values().map(Vec::len).max().unwrap_or(0).min(60);
    for round in 0..rounds {
        let what = "validate with values that keep and break the rules";
        try_values(session, values, what, &|at| {
            tests.get(&at)?.get(round).cloned()
        });
    }
}

/// A listed string in the other case: no message says whether case matters.
pub(super) fn other_case(rule: &Rule, ty: &Type) -> Vec<Value> {
    let texts = match rule {
        Rule::OneOf(values) => values.iter().filter_map(|value| value.as_str()),
        Rule::Each(rules) | Rule::Values(rules) => {
            let Some(element) = ty.element().filter(|_| !matches!(ty, Type::Map(_))) else {
                return Vec::new();
            };
            let other = rules.iter().flat_map(|rule| other_case(rule, element));
            return other.map(|value| Value::List(vec![value])).collect();
        }
        Rule::Any(rules) | Rule::All(rules) => {
            return rules.iter().flat_map(|rule| other_case(rule, ty)).collect();
        }
        Rule::Not(inner) => return other_case(inner, ty),
        _ => return Vec::new(),
    };
    let flipped = texts.filter_map(|text| {
        let upper = text.to_uppercase();
        let flipped = if upper == text {
            text.to_lowercase()
        } else {
            upper
        };
        (flipped != text && *ty == Type::Text).then_some(Value::Text(flipped))
    });
    flipped.take(1).collect()
}

/// Searches for the limits of the numeric range that a custom message rejects.
pub(super) fn bisect(session: &mut Session<'_>, values: &Values) {
    // By field and direction: the accepted and the rejected number that are nearest to each other.
    let mut searches: BTreeMap<(usize, bool), (f64, f64)> = BTreeMap::new();
    for at in session.leaves() {
        let number = session.shape.nodes[at].leaf() == Some(&Type::Number);
        if !number || !session.notes.messages.contains_key(&at) {
            continue;
        }
        let seen = session.seen(at);
        let whole = |value: &Value| match value {
            Value::Number(number) if number.fract() == 0.0 => Some(*number),
            _ => None,
        };
        let mut accepted = seen.accepted.iter().filter_map(whole).peekable();
        if accepted.peek().is_none() {
            continue;
        }
        let (low, high) = extremes(accepted);
        let refused = seen.refused.iter().filter_map(|(value, _)| whole(value));
        let (_, below) = extremes(refused.clone().filter(|one| *one < low));
        let (above, _) = extremes(refused.filter(|one| *one > high));
        if below > f64::MIN {
            searches.insert((at, false), (low, below));
        }
        if above < f64::MAX {
            searches.insert((at, true), (high, above));
        }
    }
    for upper in [false, true] {
        for _ in 0..52 {
            let between = |at: usize| {
                let (inside, outside) = *searches.get(&(at, upper))?;
                let middle = f64::midpoint(inside, outside);
                let middle = if upper { middle.floor() } else { middle.ceil() };
                ((inside - outside).abs() > 1.0).then_some(middle)
            };
            let leaves = session.leaves().into_iter();
            let tried = leaves.filter_map(|at| Some((at, between(at)?)));
            let tried: BTreeMap<usize, f64> = tried.collect();
            if tried.is_empty() || session.is_stopped() {
                break;
            }
            let number = |at| Some(Value::Number(*tried.get(&at)?));
            try_values(session, values, "validate with numbers between", &number);
            for (at, number) in tried {
                let accepted = session.seen(at).accepted.contains(&Value::Number(number));
                if let Some((inside, outside)) = searches.get_mut(&(at, upper)) {
                    *(if accepted { inside } else { outside }) = number;
                }
            }
        }
    }
}
