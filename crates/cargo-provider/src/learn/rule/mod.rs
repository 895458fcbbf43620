//! Checks values against learned rules, and makes values that satisfy or break them.
//!
//! | module | subject |
//! |---|---|
//! | `samples` | values that keep a rule, and values that break it |

pub(crate) mod samples;

use std::collections::BTreeSet;
use std::net::IpAddr;

use regex_lite::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::findings::{Bounds, Format, Rule};
use crate::learn::shape::Type;
use crate::learn::value::{Value, json_number};

pub(crate) use samples::{POOL, breaking, keeping, keeping_all, many};

/// Whether a value satisfies a rule; `None` if that cannot be decided here. Null satisfies every
/// rule.
pub(crate) fn holds(rule: &Rule, value: &Value) -> Option<bool> {
    match (rule, value) {
        (_, Value::Null) => return Some(true),
        (_, Value::Unknown) => return None,
        (_, Value::Typed(_, inner)) => return holds(rule, inner),
        _ => {}
    }
    let count = || f64::from(u32::try_from(value.elements().len()).unwrap_or(u32::MAX));
    match rule {
        Rule::All(rules) => all(rules, value),
        Rule::Any(rules) => {
            let broken = rules.iter().map(|rule| Some(!holds(rule, value)?));
            fold(broken).map(|broken| !broken)
        }
        Rule::Not(inner) => holds(inner, value).map(|held| !held),
        Rule::Each(rules) | Rule::Values(rules) => {
            let elements = value.elements().into_iter();
            fold(elements.map(|inner| all(rules, inner)))
        }
        Rule::Keys(rules) => match value {
            Value::Map(members) => fold(members.keys().map(|key| all(rules, &Value::text(key)))),
            _ => None,
        },
        Rule::Size(bounds) => within(bounds, count()),
        Rule::Unique => {
            let elements = value.elements();
            let texts = elements.iter().map(|one| one.json().to_string());
            Some(texts.collect::<BTreeSet<_>>().len() == elements.len())
        }
        Rule::NoNulls => Some(value.elements().iter().all(|one| **one != Value::Null)),
        Rule::NotZero => Some(!value.is_zero()),
        Rule::Equals(wanted) => match value {
            Value::Bool(truth) => Some(truth == wanted),
            _ => None,
        },
        _ => match value {
            Value::Number(number) => of_number(rule, *number),
            Value::Text(text) => of_text(rule, text),
            _ => None,
        },
    }
}

fn all(rules: &[Rule], value: &Value) -> Option<bool> {
    fold(rules.iter().map(|rule| holds(rule, value)))
}

/// Whether all are held: one that is not decides it, else one that is unknown.
fn fold(held: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut unknown = false;
    for one in held {
        match one {
            Some(false) => return Some(false),
            Some(true) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(true)
}

fn within(bounds: &Bounds, number: f64) -> Option<bool> {
    let (min, max) = ends(bounds)?;
    Some(min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max))
}

/// The smallest and the largest of these numbers.
pub(crate) fn extremes(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(low, high), one| {
        (low.min(one), high.max(one))
    })
}

/// The limits as numbers; `None` if there are none, or one is not a number.
fn ends(bounds: &Bounds) -> Option<(Option<f64>, Option<f64>)> {
    let read = |text: &Option<String>| text.as_ref().map(|text| text.parse::<f64>()).transpose();
    let (min, max) = (read(&bounds.min).ok()?, read(&bounds.max).ok()?);
    (min.is_some() || max.is_some()).then_some((min, max))
}

fn of_number(rule: &Rule, number: f64) -> Option<bool> {
    match rule {
        Rule::Range(bounds) => within(bounds, number),
        Rule::OneOf(values) => {
            let same = |value: &serde_json::Value| match value.as_str() {
                Some(text) => text.parse() == Ok(number),
                None => *value == json_number(number),
            };
            Some(values.iter().any(same))
        }
        Rule::DivisibleBy(divisor) if *divisor != 0 => Some(number % *divisor as f64 == 0.0),
        Rule::Format("port") => Some((1.0..=65535.0).contains(&number)),
        Rule::Format("port_or_zero") => Some((0.0..=65535.0).contains(&number)),
        _ => None,
    }
}

fn of_text(rule: &Rule, text: &str) -> Option<bool> {
    let length = |length: usize| f64::from(u32::try_from(length).unwrap_or(u32::MAX));
    match rule {
        Rule::OneOf(values) => Some(values.iter().any(|value| value.as_str() == Some(text))),
        Rule::OneOfIgnoreCase(values) => {
            let text = text.to_lowercase();
            Some(values.iter().any(|value| value.to_lowercase() == text))
        }
        Rule::Bytes(bounds) => within(bounds, length(text.len())),
        Rule::Length(bounds) => within(bounds, length(text.chars().count())),
        Rule::NotEmpty => Some(!text.is_empty()),
        Rule::NotBlank => Some(!text.trim().is_empty()),
        Rule::Excludes(characters) => Some(!text.contains(|c| characters.contains(c))),
        Rule::Regex(pattern) => Regex::new(pattern).ok().map(|regex| regex.is_match(text)),
        Rule::Format(format) => of_form(format, text),
        Rule::Network(bounds) => network(text).map_or(Some(false), |bits| within(bounds, bits)),
        _ => None,
    }
}

fn network(text: &str) -> Option<f64> {
    let (address, bits) = text.split_once('/')?;
    let bits: u8 = bits.parse().ok()?;
    let (all, address) = match address.parse().ok()? {
        IpAddr::V4(address) => (32, u128::from(u32::from(address)) << 96),
        IpAddr::V6(address) => (128, u128::from(address)),
    };
    let beyond = address.checked_shl(bits.into()).unwrap_or(0);
    (bits <= all && beyond == 0).then(|| bits.into())
}

/// Whether a string has a format, as judged by the SDK's own validators, which the port writes;
/// `None` if they cannot tell.
fn of_form(format: Format, text: &str) -> Option<bool> {
    match format {
        "empty" => Some(text.is_empty()),
        "blank" => Some(text.trim().is_empty()),
        "json" => Some(serde_json::from_str::<serde_json::Value>(text).is_ok()),
        "regular_expression" => Some(regex_syntax::Parser::new().parse(text).is_ok()),
        other => Some(schema_rules::format::find(other)?.problem?(text).is_none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(min: &str, max: &str) -> Bounds {
        Bounds {
            min: Some(min.into()),
            max: Some(max.into()),
        }
    }

    #[test]
    fn what_is_made_keeps_the_rule() {
        let rules = [
            Rule::Regex(r"^[a-z][a-z0-9-]{2,}(foo|bar)\.\d{3}$".into()),
            Rule::Bytes(range("3", "8")),
            Rule::Network(range("16", "28")),
            Rule::Format("cidr"),
            Rule::Format("ipv6"),
            Rule::Not(Box::new(Rule::OneOf(vec!["a".into()]))),
            Rule::Any(vec![Rule::Format("uuid"), Rule::OneOf(vec!["none".into()])]),
        ];
        for rule in &rules {
            let made = keeping(rule, &Type::Text);
            assert!(!made.is_empty(), "{rule:?}");
            assert!(
                made.iter().all(|value| holds(rule, value) == Some(true)),
                "{rule:?}: {made:?}"
            );
        }
        // What a change does is learned from two networks.
        let networks = keeping(&Rule::Network(range("16", "28")), &Type::Text);
        assert_eq!(networks.len(), 2, "{networks:?}");
        let list = Type::List(Box::new(Type::Number));
        let each = Rule::Each(vec![Rule::Range(range("5", "7"))]);
        assert!(!keeping(&each, &list).is_empty());
        for value in breaking(&each, &list) {
            assert_eq!(holds(&each, &value), Some(false));
        }
    }

    #[test]
    fn printed_floats_have_six_decimals() {
        let printed = Rule::Range(Bounds {
            min: Some("0".into()),
            max: None,
        });
        assert_eq!(holds(&printed, &Value::Number(0.000_000_1)), Some(true));
    }
}
