//! The form in which a rule is reported.

use super::*;
use crate::learn::text::number;

/// A list whose message has its strings without quotes: if one of its words is rejected, the
/// accepted strings that make it up.
pub(super) fn rejoined(rule: Rule, seen: &Seen) -> Rule {
    let Rule::OneOf(listed) = &rule else {
        return rule;
    };
    let words: Vec<&str> = listed.iter().filter_map(Json::as_str).collect();
    let is_refused = |word: &&str| seen.is_refused(&Value::text(*word));
    if !words.iter().any(is_refused) {
        return rule;
    }
    let (mut texts, mut from) = (Vec::new(), 0);
    while from < words.len() {
        let accepted = |to: &usize| {
            let text = Value::text(words[from..*to].join(" "));
            seen.accepted.contains(&text)
        };
        let Some(to) = (from + 1..=words.len()).rev().find(accepted) else {
            return rule;
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
        Rule::OneOf(values) => {
            let exact = |value: Json| match value.as_str().and_then(number) {
                Some(number) => Json::String(number),
                None => value,
            };
            Rule::OneOf(values.into_iter().map(exact).collect())
        }
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
    let of_elements = matches!(outer, Rule::Each(_) | Rule::Values(_) | Rule::Keys(_));
    outer == rule
        || matches!(rule, Rule::Each(rules) if of_elements
            && rules.first().is_some_and(|inner| contains(outer, inner)))
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

/// The same, ignoring case if a listed string was accepted in the other case.
pub(super) fn ignoring_case(rule: &Rule, seen: &Seen) -> Rule {
    let (listed, is_not) = match rule {
        Rule::Each(rules) if rules.len() == 1 => {
            let accepted = seen.accepted.iter().flat_map(Value::elements).cloned();
            let refused = seen.refused.iter().filter_map(|(value, text)| {
                let [only] = value.elements()[..] else {
                    return None;
                };
                Some((only.clone(), text.clone()))
            });
            let inner = Seen {
                accepted: accepted.collect(),
                refused: refused.collect(),
            };
            return Rule::Each(vec![ignoring_case(&rules[0], &inner)]);
        }
        Rule::Not(inner) => (inner.as_ref(), true),
        rule => (rule, false),
    };
    let Rule::OneOf(values) = listed else {
        return rule.clone();
    };
    let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
    let Some(loose) = texts.collect::<Option<_>>().map(Rule::OneOfIgnoreCase) else {
        return rule.clone();
    };
    let other =
        |value: &Value| holds(listed, value) == Some(false) && holds(&loose, value) == Some(true);
    match is_not {
        true if seen.refused.iter().any(|(value, _)| other(value)) => Rule::Not(Box::new(loose)),
        false if seen.accepted.iter().any(other) && agrees(&loose, seen, false) => loose,
        _ => rule.clone(),
    }
}
