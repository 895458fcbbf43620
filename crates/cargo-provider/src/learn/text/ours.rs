//! Messages of this SDK.

use schema_rules::format::{FORMATS, NOT_BLANK};
use serde_json::Value as Json;

use super::template::{fit, name, number};
use super::{Claim, Relation, What, one, related};
use crate::findings::{Bounds, Rule};
use crate::learn::oracle::Diagnostic;

/// What a message claims; `None` if it is not one of ours.
pub(super) fn claims(diagnostic: &Diagnostic) -> Option<Vec<Claim>> {
    let (summary, detail) = (diagnostic.summary.as_str(), diagnostic.detail.as_str());
    let said = |name: String, what| {
        let name = Some(name);
        Some(vec![Claim { name, what }])
    };
    if summary.starts_with("Invalid value for ") {
        // Messages about strings rejected for a reason end with that reason.
        let parts = fit("The value of {} must be {}, but it is {}.", detail)?;
        return said(name(parts[0])?, words(parts[1])?);
    }
    if summary.starts_with("Insufficient ") || summary.starts_with("Too many ") {
        let only = What::Count;
        return Some(vec![Claim {
            name: None,
            what: only,
        }]);
    }
    if let Some(parts) = fit(
        "The argument {} is required, but no value was given.{}",
        detail,
    ) {
        return said(name(parts[0])?, What::Missing);
    }
    if let Some(parts) = fit("{} conflicts with {}: set only one of them.", detail) {
        return said(
            name(parts[0])?,
            related(Relation::Conflicts, one(parts[1]))?,
        );
    }
    // Names in a block follow the block's path.
    let around = |text: &str| {
        text.rsplit_once(": ")
            .map_or_else(|| text.to_owned(), |(_, name)| name.to_owned())
    };
    let path = (!diagnostic.path.is_empty()).then(|| diagnostic.path.join("."));
    if let Some(parts) = fit("{} needs {} to be set too.", detail) {
        let own = path.or_else(|| name(&around(parts[0])))?;
        return said(own, related(Relation::RequiredWith, one(parts[1]))?);
    }
    let group = |text: &str| text.split(", ").map(name).collect::<Option<Vec<String>>>();
    let detail = around(detail);
    let either = |upper: &str, lower: &str| fit(upper, &detail).or_else(|| fit(lower, &detail));
    if let Some(parts) = either(
        "Exactly one of {} must be set, but {}.",
        "exactly one of {} must be set, but {}.",
    ) {
        return said(path?, related(Relation::ExactlyOne, group(parts[0]))?);
    }
    let parts = either(
        "At least one of {} must be set.",
        "at least one of {} must be set.",
    )?;
    said(path?, related(Relation::AtLeastOne, group(parts[0]))?)
}

/// The rule for valid values, in the words of the SDK's validators.
fn words(text: &str) -> Option<What> {
    if let Some(rest) = text.strip_prefix("a whole number") {
        let bits = if rest.contains("-2147483648") { 32 } else { 64 };
        return (rest.is_empty() || rest.starts_with(" between ")).then_some(What::Whole(bits));
    }
    rule(text).map(What::Rule)
}

fn rule(text: &str) -> Option<Rule> {
    atom(text)
        .or_else(|| joined(text, " or ", Rule::Any))
        .or_else(|| joined(text, " and ", Rule::All))
}

fn joined(text: &str, between: &str, make: fn(Vec<Rule>) -> Rule) -> Option<Rule> {
    let parts: Vec<&str> = text.split(between).collect();
    let (mut rules, mut from) = (Vec::new(), 0);
    while from < parts.len() {
        let (rule, to) = (from + 1..=parts.len())
            .find_map(|to| Some((atom(&parts[from..to].join(between))?, to)))?;
        rules.push(rule);
        from = to;
    }
    (rules.len() > 1).then(|| make(rules))
}

fn atom(text: &str) -> Option<Rule> {
    if let Some(form) = FORMATS
        .iter()
        .find(|form| form.what == text && *form != &NOT_BLANK)
    {
        return Some(Rule::Format(form.name));
    }
    let several = |text: &str| match rule(text)? {
        Rule::All(rules) => Some(rules),
        rule => Some(vec![rule]),
    };
    match text {
        "text that is more than spaces" => return Some(Rule::NotBlank),
        "neither empty nor zero" => return Some(Rule::NotZero),
        "a list without equal elements" => return Some(Rule::Unique),
        "a collection without null elements" => return Some(Rule::NoNulls),
        "true" | "false" => return Some(Rule::Equals(text == "true")),
        "a URL with a host" => return Some(Rule::Url(Vec::new())),
        _ => {}
    }
    let cut = |prefix: &str| text.strip_prefix(prefix);
    if let Some(rest) = cut("a collection in which each element is ") {
        return several(rest).map(Rule::Each);
    }
    if let Some(rest) = cut("a map in which each key is ") {
        return several(rest).map(Rule::Keys);
    }
    if let Some(rest) = cut("not ") {
        return rule(rest).map(|inner| Rule::Not(Box::new(inner)));
    }
    if let Some(rest) = cut("text that matches ") {
        return Some(Rule::Regex(rest.to_owned()));
    }
    if let Some(rest) = cut("text without any of the characters ") {
        return Some(Rule::Excludes(rest.to_owned()));
    }
    if let Some(rest) = cut("a multiple of ") {
        return rest.parse().ok().map(Rule::DivisibleBy);
    }
    if let Some(rest) = cut("a URL with a host that begins with ") {
        let schemes = rest
            .split(" or ")
            .map(|scheme| scheme.strip_suffix("://").map(str::to_owned));
        return schemes.collect::<Option<_>>().map(Rule::Url);
    }
    if let Some(parts) = fit(
        "a network such as \"10.0.0.0/16\" of {} to {} bits, without bits beyond",
        text,
    ) {
        return limits(&format!("between {} and {}", parts[0], parts[1])).map(Rule::Network);
    }
    if let Some(rest) = cut("one of ") {
        return one_of(rest);
    }
    if let Some(rest) = text.strip_suffix(" characters long") {
        return limits(rest).map(Rule::Length);
    }
    if let Some(rest) = text.strip_suffix(" bytes long") {
        return limits(rest).map(Rule::Bytes);
    }
    if let Some(parts) = fit("a collection of {} elements", text) {
        return limits(parts[0]).map(Rule::Size);
    }
    limits(text).map(Rule::Range)
}

fn limits(text: &str) -> Option<Bounds> {
    let of = |min: Option<&str>, max: Option<&str>| {
        let read = |end: Option<&str>| end.map(|end| number(end).ok_or(())).transpose().ok();
        let (min, max) = (read(min)?, read(max)?);
        Some(Bounds { min, max })
    };
    if let Some(parts) = fit("between {} and {}", text) {
        return of(Some(parts[0]), Some(parts[1]));
    }
    let one = |prefix: &str| text.strip_prefix(prefix);
    if let Some(end) = one("exactly ") {
        return of(Some(end), Some(end));
    }
    if let Some(end) = one("at least ") {
        return of(Some(end), None);
    }
    one("at most ").and_then(|end| of(None, Some(end)))
}

/// Quoted strings, or numbers.
fn one_of(text: &str) -> Option<Rule> {
    let (text, any_case) = match text.strip_suffix(" (in capital letters or not)") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let mut values = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Json>();
        let value = stream.next()?.ok()?;
        let end = stream.byte_offset();
        values.push(match value {
            Json::String(text) => text,
            Json::Number(number) => number.to_string(),
            _ => return None,
        });
        rest = &rest[end..];
        rest = rest.strip_prefix(", ").unwrap_or(rest);
    }
    Some(match any_case {
        true => Rule::OneOfIgnoreCase(values),
        false => Rule::OneOf(values.into_iter().map(Json::String).collect()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_validators() {
        let between = |min: &str, max: &str| Bounds {
            min: Some(min.into()),
            max: Some(max.into()),
        };
        assert_eq!(
            rule("between 1 and 64 characters long"),
            Some(Rule::Length(between("1", "64")))
        );
        assert_eq!(
            rule("between 1 and 9"),
            Some(Rule::Range(between("1", "9")))
        );
        assert_eq!(
            rule("one of \"a, b\", \"c\""),
            Some(Rule::OneOf(vec!["a, b".into(), "c".into()]))
        );
        assert_eq!(
            rule("one of 512, 4096"),
            Some(Rule::OneOf(vec!["512".into(), "4096".into()]))
        );
        let any = Rule::Any(vec![Rule::Format("ip"), Rule::OneOf(vec!["none".into()])]);
        assert_eq!(rule("an IP address or one of \"none\""), Some(any));
        let each = Rule::Each(vec![Rule::Network(between("16", "32"))]);
        let text = "a collection in which each element is a network such as \"10.0.0.0/16\" of 16 to 32 bits, without bits beyond";
        assert_eq!(rule(text), Some(each));
        assert_eq!(rule("something else"), None);
    }
}
