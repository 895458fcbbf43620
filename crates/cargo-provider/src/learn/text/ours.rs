//! Messages of this SDK.

use schema_rules::format::{FORMATS, NOT_BLANK};
use serde_json::Value as Json;

use super::template::{fit, name};
use super::{Claim, Limits, Relation, What, limits, one, related};
use crate::findings::{Bounds, Rule};
use crate::learn::oracle::Diagnostic;

/// What a message claims; `None` if it is not one of ours.
pub(super) fn claims(diagnostic: &Diagnostic) -> Option<Vec<Claim>> {
    let (summary, detail) = (diagnostic.summary.as_str(), diagnostic.detail.as_str());
    let said = |name: String, what| super::said(Some(name), what);
    if summary.starts_with("Invalid value for ") {
        // Messages about strings rejected for a reason end with that reason.
        let parts = fit("The value of {} must be {}, but it is {}.", detail)?;
        return said(name(parts[0])?, words(parts[1])?);
    }
    if summary.starts_with("Insufficient ") || summary.starts_with("Too many ") {
        return super::said(None, What::Count);
    }
    let missing = "The argument {} is required, but no value was given.{}";
    if let Some(parts) = fit(missing, detail) {
        return said(name(parts[0])?, What::Missing);
    }
    if let Some(parts) = fit("{} conflicts with {}: set only one of them.", detail) {
        let what = related(Relation::Conflicts, one(parts[1]))?;
        return said(name(parts[0])?, what);
    }
    // Names in a block follow the block's path.
    let last = |text: &str| text.rsplit(": ").next().unwrap_or_default().to_owned();
    let path = (!diagnostic.path.is_empty()).then(|| diagnostic.path.join("."));
    if let Some(parts) = fit("{} needs {} to be set too.", detail) {
        let own = path.or_else(|| name(&last(parts[0])))?;
        return said(own, related(Relation::RequiredWith, one(parts[1]))?);
    }
    // So do these, which begin with a small letter there.
    let mut detail = last(detail);
    if let Some(first) = detail.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let exactly = "Exactly one of {} must be set, but {}.";
    let (relation, parts) = match fit(exactly, &detail) {
        Some(parts) => (Relation::ExactlyOne, parts),
        None => {
            let parts = fit("At least one of {} must be set.", &detail)?;
            (Relation::AtLeastOne, parts)
        }
    };
    let group = parts[0].split(", ").map(name);
    said(path?, related(relation, group.collect())?)
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
    let mut forms = FORMATS.iter().filter(|form| **form != NOT_BLANK);
    if let Some(form) = forms.find(|form| form.what == text) {
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
    let after = |start: &str| text.strip_prefix(start);
    if let Some(rest) = after("a collection in which each element is ") {
        return several(rest).map(Rule::Each);
    }
    if let Some(rest) = after("a map in which each key is ") {
        return several(rest).map(Rule::Keys);
    }
    if let Some(rest) = after("not ") {
        return rule(rest).map(|inner| Rule::Not(Box::new(inner)));
    }
    if let Some(rest) = after("text that matches ") {
        return Some(Rule::Regex(rest.to_owned()));
    }
    if let Some(rest) = after("text without any of the characters ") {
        return Some(Rule::Excludes(rest.to_owned()));
    }
    if let Some(rest) = after("a multiple of ") {
        return rest.parse().ok().map(Rule::DivisibleBy);
    }
    if let Some(rest) = after("a URL with a host that begins with ") {
        let schemes = rest.split(" or ").map(|one| one.strip_suffix("://"));
        let schemes = schemes.map(|one| one.map(str::to_owned));
        return schemes.collect::<Option<_>>().map(Rule::Url);
    }
    if let Some(rest) = after("one of ") {
        return one_of(rest);
    }
    let network = "a network such as \"10.0.0.0/16\" of {} to {} bits, without bits beyond";
    if let Some(parts) = fit(network, text) {
        return super::bounds(Some(parts[0]), Some(parts[1])).map(Rule::Network);
    }
    type Make = fn(Bounds) -> Rule;
    let ends: [(&str, &str, Make); 4] = [
        ("", " characters long", Rule::Length),
        ("", " bytes long", Rule::Bytes),
        ("a collection of ", " elements", Rule::Size),
        ("", "", Rule::Range),
    ];
    let mut found = ends.iter().filter_map(|(start, end, make)| {
        let text = text.strip_prefix(start)?.strip_suffix(end)?;
        Some((text, make))
    });
    let (text, make) = found.next()?;
    limits(text, LIMITS).map(make)
}

const LIMITS: &[Limits<'_>] = &[
    ("between {} and {}", Some(0), Some(1)),
    ("exactly {}", Some(0), Some(0)),
    ("at least {}", Some(0), None),
    ("at most {}", None, Some(0)),
];

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
