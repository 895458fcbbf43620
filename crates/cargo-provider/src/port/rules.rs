//! Validators and defaults as annotations.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::model::{Ty, literal};
use crate::findings::{Bounds, Format, Rule};

/// A validator, if one of ours makes the same check for such a type.
pub(super) fn validator(rule: &Rule, ty: &Ty) -> Option<String> {
    let is_text = matches!(ty, Ty::Named("String" | "Secret"));
    let is_number = matches!(ty, Ty::Named("Number" | "i32" | "i64"));
    let is_integer = matches!(ty, Ty::Named("i32" | "i64"));
    let all = |name: &str, rules: &[Rule], ty: &Ty| {
        let rules: Option<Vec<String>> = rules.iter().map(|rule| validator(rule, ty)).collect();
        let rules = rules.filter(|rules| !rules.is_empty())?;
        Some(format!("{name}({})", rules.join(", ")))
    };
    let element = match ty {
        Ty::Of("Vec" | "Set", inner) => Some(&**inner),
        _ => None,
    };
    let text = |form: String| is_text.then_some(form);
    match rule {
        Rule::OneOf(values) if is_text || is_number => {
            // Messages print numbers as strings.
            let value = |value: &Json| match value {
                Json::String(text) if is_number => number(text, is_integer),
                Json::String(text) => Some(literal(text)),
                Json::Number(of) if is_number => number(&of.to_string(), is_integer),
                _ => None,
            };
            let values: Option<Vec<String>> = values.iter().map(value).collect();
            let values = values.filter(|values| !values.is_empty())?;
            Some(format!("one_of({})", each_once(values)))
        }
        Rule::OneOfIgnoreCase(values) if is_text && !values.is_empty() => {
            let mut known = BTreeSet::new();
            let values = values
                .iter()
                .filter(|value| known.insert(value.to_lowercase()));
            let values = values.map(|value| literal(value)).collect();
            Some(format!("one_of_ignore_case({})", each_once(values)))
        }
        Rule::Range(bounds) if is_number => Some(format!("range({})", range(bounds, is_integer)?)),
        Rule::Length(bounds) => text(format!("length({})", range(bounds, true)?)),
        Rule::Bytes(bounds) => text(format!("bytes({})", range(bounds, true)?)),
        Rule::Size(bounds) if matches!(ty, Ty::Of("Vec" | "Set", _) | Ty::Map(_)) => {
            Some(format!("size({})", range(bounds, true)?))
        }
        Rule::DivisibleBy(by) if is_integer => Some(format!("divisible_by({by})")),
        Rule::Regex(pattern)
            if is_text && regex_lite::Regex::new(pattern).is_ok() && is_common(pattern) =>
        {
            Some(format!("regex({})", literal(pattern)))
        }
        Rule::Excludes(letters) if !letters.is_empty() => {
            text(format!("excludes({})", literal(letters)))
        }
        Rule::NotEmpty => text("not_empty".to_owned()),
        Rule::NotBlank => text("not_blank".to_owned()),
        Rule::NotZero => Some("not_zero".to_owned()),
        Rule::Equals(value) if *ty == Ty::Named("bool") => Some(format!("equals({value})")),
        Rule::Format(format) => of_format(format, ty),
        Rule::Network(bounds) => text(format!("network({})", range(bounds, true)?)),
        Rule::Url(schemes) if schemes.is_empty() => text("url".to_owned()),
        Rule::Url(schemes) => {
            let schemes = schemes.iter().map(|scheme| literal(scheme)).collect();
            text(format!("url({})", each_once(schemes)))
        }
        Rule::Unique if matches!(ty, Ty::Of("Vec", _)) => Some("unique".to_owned()),
        Rule::NoNulls if element.is_some() || matches!(ty, Ty::Map(_)) => {
            Some("no_nulls".to_owned())
        }
        Rule::Each(rules) | Rule::Values(rules) => match ty {
            // Messages may call the elements of a map its values.
            Ty::Map(inner) => all("values", rules, inner),
            _ => all("each", rules, element?),
        },
        Rule::Keys(rules) if matches!(ty, Ty::Map(_)) => all("keys", rules, &Ty::Named("String")),
        Rule::All(rules) => all("all", rules, ty),
        Rule::Any(rules) => all("any", rules, ty),
        Rule::Not(rule) => Some(format!("not({})", validator(rule, ty)?)),
        _ => None,
    }
}

/// A list without the duplicates that Go allows.
fn each_once(mut values: Vec<String>) -> String {
    let mut known = BTreeSet::new();
    values.retain(|value| known.insert(value.clone()));
    values.join(", ")
}

/// A number as written in annotations.
fn number(text: &str, whole: bool) -> Option<String> {
    let digits = |c: u8| c.is_ascii_digit() || matches!(c, b'-' | b'.');
    let plain = text.parse::<f64>().is_ok_and(f64::is_finite) && text.bytes().all(digits);
    (plain && (!whole || text.parse::<i64>().is_ok())).then(|| text.to_owned())
}

/// `1..=5`, `1..`, `..=5`.
fn range(bounds: &Bounds, whole: bool) -> Option<String> {
    let number = |text: &String| number(text, whole);
    match (&bounds.min, &bounds.max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{}..", number(min)?)),
        (None, Some(max)) => Some(format!("..={}", number(max)?)),
        (Some(min), Some(max)) => Some(format!("{}..={}", number(min)?, number(max)?)),
    }
}

/// Whether a Go pattern means the same here: `$` and classes do, escapes of a backslash and a
/// letter may not.
fn is_common(pattern: &str) -> bool {
    let mut letters = pattern.chars();
    let mut common = true;
    while let Some(c) = letters.next() {
        if c == '\\' {
            common &= letters
                .next()
                .is_some_and(|next| !next.is_ascii_alphabetic() || "dDwWsSnrtbB".contains(next));
        }
    }
    common && !pattern.contains("(?P<") && !pattern.contains("[[:")
}

fn of_format(format: Format, ty: &Ty) -> Option<String> {
    let word = match format {
        "port" | "port_or_zero" => {
            let is_number = matches!(ty, Ty::Named("Number" | "i32" | "i64"));
            return is_number.then(|| format.to_owned());
        }
        "empty" => "not(not_empty)",
        "blank" => "not(not_blank)",
        form => form,
    };
    matches!(ty, Ty::Named("String" | "Secret")).then(|| word.to_owned())
}

/// A default as an annotation.
pub(super) fn default(value: &Json, ty: &Ty) -> Option<String> {
    match (value, ty) {
        (Json::String(text), Ty::Named("String" | "Json" | "Cidr")) => Some(literal(text)),
        (Json::String(text), Ty::Named("std::net::IpAddr" | "std::time::Duration")) => {
            Some(literal(text))
        }
        (Json::Bool(_), Ty::Named("bool")) => Some(value.to_string()),
        (Json::Number(number), Ty::Named("i32" | "i64")) if number.is_i64() => {
            Some(number.to_string())
        }
        (Json::Number(number), Ty::Named("Number")) => Some(number.to_string()),
        (Json::Array(values), Ty::Of("Vec" | "Set", inner)) => {
            let values = values.iter().map(|value| default(value, inner));
            let values: Option<Vec<String>> = values.collect();
            Some(format!("[{}]", values?.join(", ")))
        }
        _ => None,
    }
}

/// A default from the environment as an annotation.
pub(super) fn default_env(variable: &str, fallback: &Json, ty: &Ty) -> Option<String> {
    let fallback = match (fallback, ty) {
        (_, Ty::Of(..) | Ty::Map(_) | Ty::Struct(_) | Ty::Tuple(_)) => return None,
        (Json::Null, _) => String::new(),
        (Json::String(text), _) => format!(", fallback = {}", literal(text)),
        (other, _) => format!(", fallback = {}", literal(&other.to_string())),
    };
    Some(format!("default_env({}{fallback})", literal(variable)))
}

/// A rule in words: as the annotation for the first type that can have it.
pub(super) fn words(rule: &Rule) -> String {
    let text = || Ty::Named("String");
    let types = [
        text(),
        Ty::Named("Number"),
        Ty::Named("i64"),
        Ty::Named("bool"),
        Ty::of("Vec", text()),
        Ty::of("Vec", Ty::Named("Number")),
        Ty::Map(Box::new(text())),
    ];
    match (rule, types.iter().find_map(|ty| validator(rule, ty))) {
        (_, Some(text)) => format!("`{text}`"),
        (Rule::Regex(pattern), None) => format!("the pattern `{pattern}`, in the notation of Go"),
        // A rule without an annotation is reported as `learn` prints it.
        (rule, None) => format!("`{}`", serde_json::to_value(rule).unwrap_or_default()),
    }
}
