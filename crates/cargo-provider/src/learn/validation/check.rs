//! Values that satisfy and break each rule.

use super::*;

/// How many samples of one rule are tried.
pub(super) const SAMPLES: usize = 24;

/// Tries values that satisfy, and values that break, each rule.
pub(super) fn check_rules(session: &mut Session<'_>, notes: &mut Notes, values: &Values) {
    let mut tests: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        let Some(ty) = session.shape.nodes[at].leaf() else {
            continue;
        };
        let seen = session.seen(at);
        let mut all: Vec<Value> = Vec::new();
        for rule in rules_of(notes, at) {
            all.extend(keeping(&rule, ty).into_iter().take(SAMPLES));
            all.extend(breaking(&rule, ty).into_iter().take(3));
            all.extend(other_case(&rule, ty));
        }
        for message in notes
            .messages
            .get(&at)
            .into_iter()
            .flatten()
            .filter(|message| !message.is_pattern)
        {
            let listed = words(&message.text)
                .into_iter()
                .chain(words(&message.evidence.answer));
            let texts = listed.filter_map(|text| match ty.innermost() {
                Type::Text => ty.wrap(&Value::Text(text)),
                _ => None,
            });
            all.extend(texts);
        }
        if session.seen(at).accepted.len() <= 2 && *ty == Type::Text && !seen.refused.is_empty() {
            all.extend(
                words(&session.shape.nodes[at].description)
                    .into_iter()
                    .map(Value::Text),
            );
        }
        let mut distinct: Vec<Value> = Vec::new();
        for value in all {
            let known = seen.accepted.contains(&value) || seen.is_refused(&value);
            if !known && !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        if !distinct.is_empty() {
            tests.insert(at, distinct);
        }
    }
    try_all(session, notes, values, &tests);
}

/// Older versions of SDKv2 list strings without quotes: if a listed word is rejected, adjacent
/// words may form one string.
pub(super) fn rejoin(session: &mut Session<'_>, notes: &mut Notes, values: &Values) {
    let mut tests: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        if session.shape.nodes[at].leaf() != Some(&Type::Text) {
            continue;
        }
        let seen = session.seen(at);
        for rule in rules_of(notes, at) {
            let Rule::OneOf(listed) = &rule else { continue };
            let words: Vec<&str> = listed
                .iter()
                .filter_map(serde_json::Value::as_str)
                .collect();
            if !words
                .iter()
                .any(|word| seen.is_refused(&Value::text(*word)))
            {
                continue;
            }
            for length in 2..=4 {
                let joined = words
                    .windows(length)
                    .map(|part| Value::Text(part.join(" ")));
                tests.entry(at).or_default().extend(joined);
            }
        }
    }
    try_all(session, notes, values, &tests);
}

/// Validates each of the values, with all leaf attributes at once.
pub(super) fn try_all(
    session: &mut Session<'_>,
    notes: &mut Notes,
    values: &Values,
    tests: &BTreeMap<usize, Vec<Value>>,
) {
    let rounds = tests.values().map(Vec::len).max().unwrap_or(0).min(60);
    for round in 0..rounds {
        let test = |at: usize| tests.get(&at)?.get(round);
        probe_covers(
            session,
            notes,
            "validate with values that keep and break the rules",
            &|at| test(at).is_some(),
            &|at| test(at).or_else(|| values.good.get(&at)).cloned(),
        );
    }
}

/// A listed string in the other case: no message says whether case matters.
pub(super) fn other_case(rule: &Rule, ty: &Type) -> Vec<Value> {
    let texts: Vec<&str> = match rule {
        Rule::OneOf(values) => values
            .iter()
            .filter_map(serde_json::Value::as_str)
            .collect(),
        Rule::Each(rules) | Rule::Values(rules) => {
            return rules
                .iter()
                .filter_map(|rule| Some((rule, ty.element()?)))
                .flat_map(|(rule, element)| {
                    other_case(rule, element)
                        .into_iter()
                        .map(|value| Value::List(vec![value]))
                })
                .filter(|_| !matches!(ty, Type::Map(_)))
                .collect();
        }
        Rule::Any(rules) | Rule::All(rules) => {
            return rules.iter().flat_map(|rule| other_case(rule, ty)).collect();
        }
        Rule::Not(inner) => return other_case(inner, ty),
        _ => return Vec::new(),
    };
    let flipped = texts.iter().filter_map(|text| {
        let upper = text.to_uppercase();
        let flipped = if upper == **text {
            text.to_lowercase()
        } else {
            upper
        };
        (flipped != **text && *ty == Type::Text).then_some(Value::Text(flipped))
    });
    flipped.take(1).collect()
}

/// Searches for the limits of the numeric range that a custom message rejects.
pub(super) fn bisect(session: &mut Session<'_>, notes: &mut Notes, values: &Values) {
    struct Search {
        inside: f64,
        outside: f64,
    }
    let mut searches: BTreeMap<(usize, bool), Search> = BTreeMap::new();
    for at in session.leaves() {
        let number = session.shape.nodes[at].leaf() == Some(&Type::Number);
        if !number || !notes.messages.contains_key(&at) {
            continue;
        }
        let seen = session.seen(at);
        let numbers = |values: Vec<&Value>| -> Vec<f64> {
            let whole = values.into_iter().filter_map(|value| match value {
                Value::Number(number) if number.fract() == 0.0 => Some(*number),
                _ => None,
            });
            whole.collect()
        };
        let accepted = numbers(seen.accepted.iter().collect());
        let refused = numbers(seen.refused.iter().map(|(value, _)| value).collect());
        let (low, high) = accepted
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), one| {
                (low.min(*one), high.max(*one))
            });
        let below = refused
            .iter()
            .copied()
            .filter(|one| *one < low)
            .fold(f64::MIN, f64::max);
        let above = refused
            .iter()
            .copied()
            .filter(|one| *one > high)
            .fold(f64::MAX, f64::min);
        if !accepted.is_empty() && below > f64::MIN {
            searches.insert(
                (at, false),
                Search {
                    inside: low,
                    outside: below,
                },
            );
        }
        if !accepted.is_empty() && above < f64::MAX {
            searches.insert(
                (at, true),
                Search {
                    inside: high,
                    outside: above,
                },
            );
        }
    }
    for upper in [false, true] {
        for _ in 0..52 {
            let middle = |search: &Search| f64::midpoint(search.inside, search.outside).floor();
            let open = |at: &usize| {
                let search = searches.get(&(*at, upper))?;
                let middle = if upper {
                    middle(search)
                } else {
                    -middle(&Search {
                        inside: -search.inside,
                        outside: -search.outside,
                    })
                };
                ((search.inside - search.outside).abs() > 1.0).then_some(middle)
            };
            let leaves: Vec<usize> = session
                .leaves()
                .into_iter()
                .filter(|at| open(at).is_some())
                .collect();
            if leaves.is_empty() || session.is_stopped() {
                break;
            }
            let tried: BTreeMap<usize, f64> = leaves
                .iter()
                .filter_map(|at| Some((*at, open(at)?)))
                .collect();
            probe_covers(
                session,
                notes,
                "validate with numbers between",
                &|at| tried.contains_key(&at),
                &|at| match tried.get(&at) {
                    Some(number) => Some(Value::Number(*number)),
                    None => values.good.get(&at).cloned(),
                },
            );
            for (at, number) in tried {
                let accepted = session.seen(at).accepted.contains(&Value::Number(number));
                if let Some(search) = searches.get_mut(&(at, upper)) {
                    *(if accepted {
                        &mut search.inside
                    } else {
                        &mut search.outside
                    }) = number;
                }
            }
        }
    }
}
