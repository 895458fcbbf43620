//! The form in which a rule is reported.

use super::*;

/// A list whose message has its strings without quotes: if one of its words is rejected, the
/// accepted strings that make it up.
pub(super) fn rejoined(rule: &Rule, seen: &Seen) -> Rule {
    let Rule::OneOf(listed) = rule else {
        return rule.clone();
    };
    let words: Vec<&str> = listed.iter().filter_map(Json::as_str).collect();
    if !words
        .iter()
        .any(|word| seen.is_refused(&Value::text(*word)))
    {
        return rule.clone();
    }
    let (mut texts, mut from) = (Vec::new(), 0);
    while from < words.len() {
        let accepted = |to: &usize| {
            let text = Value::text(words[from..*to].join(" "));
            seen.accepted.contains(&text)
        };
        let Some(to) = (from + 1..=words.len()).rev().find(accepted) else {
            return rule.clone();
        };
        texts.push(Json::String(words[from..to].join(" ")));
        from = to;
    }
    Rule::OneOf(texts)
}

/// SDKv2 accepts the empty string as JSON.
pub(super) fn or_empty(rule: Rule, seen: &Seen) -> Rule {
    let accepts_empty = seen.accepted.contains(&Value::text(""));
    match rule {
        Rule::Format("json") if accepts_empty => Rule::Any(vec![Rule::Format("empty"), rule]),
        rule => rule,
    }
}

/// A rule for single values that was reported for a collection applies to its elements.
pub(super) fn of_elements(noted: &Noted, ty: Option<&Type>) -> Noted {
    let collection = ty.is_some_and(|ty| ty.element().is_some());
    let single = !matches!(
        noted.rule,
        Rule::Size(_)
            | Rule::Unique
            | Rule::NoNulls
            | Rule::Each(_)
            | Rule::Keys(_)
            | Rule::Values(_)
            | Rule::NotZero
            | Rule::All(_)
            | Rule::Any(_)
    );
    let mut noted = noted.clone();
    if ty.is_some_and(Type::is_of_numbers) {
        noted.rule = in_numbers(noted.rule);
    }
    if collection && single && !noted.by_log {
        noted.rule = Rule::Each(vec![noted.rule]);
    }
    noted
}

/// The same with the exact listed numbers instead of the printed ones.
pub(super) fn in_numbers(rule: Rule) -> Rule {
    let all = |rules: Vec<Rule>| rules.into_iter().map(in_numbers).collect();
    match rule {
        Rule::OneOf(values) => Rule::OneOf(
            values
                .into_iter()
                .map(
                    |value| match value.as_str().and_then(crate::learn::text::number) {
                        Some(number) => Json::String(number),
                        None => value,
                    },
                )
                .collect(),
        ),
        Rule::Not(inner) => Rule::Not(Box::new(in_numbers(*inner))),
        Rule::Each(rules) => Rule::Each(all(rules)),
        Rule::Values(rules) => Rule::Values(all(rules)),
        Rule::All(rules) => Rule::All(all(rules)),
        Rule::Any(rules) => Rule::Any(all(rules)),
        other => other,
    }
}

/// Whether a rule contains another one.
pub(super) fn contains(outer: &Rule, rule: &Rule) -> bool {
    let inside = |rules: &[Rule]| rules.iter().any(|inner| contains(inner, rule));
    let each = |rule: &Rule| match rule {
        Rule::Each(rules) => rules.first().cloned(),
        _ => None,
    };
    outer == rule
        || each(rule).is_some_and(|inner| {
            matches!(outer, Rule::Each(_) | Rule::Values(_) | Rule::Keys(_))
                && contains(outer, &inner)
        })
        || match outer {
            Rule::All(rules)
            | Rule::Any(rules)
            | Rule::Each(rules)
            | Rule::Values(rules)
            | Rule::Keys(rules) => inside(rules),
            Rule::Not(inner) => contains(inner, rule),
            _ => false,
        }
}

/// These strings, ignoring case.
fn any_case(values: &[Json]) -> Option<Rule> {
    let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
    texts.collect::<Option<_>>().map(Rule::OneOfIgnoreCase)
}

/// The same, ignoring case if a listed string was accepted in the other case.
pub(super) fn ignoring_case(rule: &Rule, seen: &Seen) -> Rule {
    match rule {
        Rule::OneOf(values) => {
            let Some(loose) = any_case(values) else {
                return rule.clone();
            };
            let other = seen.accepted.iter().any(|value| {
                holds(rule, value) == Some(false) && holds(&loose, value) == Some(true)
            });
            let always = seen
                .accepted
                .iter()
                .all(|value| holds(&loose, value) != Some(false));
            if other && always { loose } else { rule.clone() }
        }
        Rule::Not(inner) => match inner.as_ref() {
            Rule::OneOf(values) => {
                let Some(loose) = any_case(values) else {
                    return rule.clone();
                };
                let other = seen.refused.iter().any(|(value, _)| {
                    holds(inner, value) == Some(false) && holds(&loose, value) == Some(true)
                });
                if other {
                    Rule::Not(Box::new(loose))
                } else {
                    rule.clone()
                }
            }
            _ => rule.clone(),
        },
        Rule::Each(rules) if rules.len() == 1 => {
            let inner = |seen: &Seen| Seen {
                accepted: seen
                    .accepted
                    .iter()
                    .flat_map(|value| value.elements().into_iter().cloned())
                    .collect(),
                refused: seen
                    .refused
                    .iter()
                    .filter_map(|(value, text)| match value.elements().as_slice() {
                        [only] => Some(((*only).clone(), text.clone())),
                        _ => None,
                    })
                    .collect(),
            };
            Rule::Each(vec![ignoring_case(&rules[0], &inner(seen))])
        }
        _ => rule.clone(),
    }
}
