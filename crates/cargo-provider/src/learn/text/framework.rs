//! Descriptions and messages of `terraform-plugin-framework` and its package of validators.

use super::template::{fit, list, name, names, unquoted};
use super::{Claim, Read, Relation, What, limits, not, one, only, related, rule, said};
use crate::findings::{Bounds, Kind, Rule, Total};
use crate::learn::oracle::Diagnostic;

/// The rule of these limits.
type Limit = fn(Bounds) -> Rule;

/// The bounded quantity, as its descriptions begin, and the unit of the limits.
const BOUNDED: &[(&str, &str, Limit)] = &[
    ("value must be ", "", Rule::Range),
    ("string length must be ", "", Rule::Bytes),
    ("UTF-8 character count must be ", "", Rule::Length),
    ("list must contain ", " elements", Rule::Size),
    ("set must contain ", " elements", Rule::Size),
    ("map must contain ", " elements", Rule::Size),
];

/// `at least 1`, `at most 5`, or both.
fn bounded(text: &str) -> Option<What> {
    BOUNDED.iter().find_map(|(start, unit, make)| {
        let text = text.strip_prefix(start)?.strip_suffix(unit)?;
        let joined = format!("at least {{}}{unit} and at most {{}}");
        let forms = [
            ("between {} and {}", Some(0), Some(1)),
            (joined.as_str(), Some(0), Some(1)),
            ("at least {}", Some(0), None),
            ("at most {}", None, Some(0)),
        ];
        limits(text, &forms).and_then(|bounds| rule(make(bounds)))
    })
}

fn one_of(parts: &[&str]) -> Option<What> {
    rule(Rule::OneOf(list(parts[0])?))
}

fn none_of(parts: &[&str]) -> Option<What> {
    not(Rule::OneOf(list(parts[0])?))
}

fn total(parts: &[&str], total: Total) -> Option<What> {
    let all: Option<Vec<String>> = parts[0].split(" + ").map(name).collect();
    Some(What::Relation(Relation::Total(total), all?))
}

/// The descriptions of validators, also inside an error.
#[rustfmt::skip]
const DESCRIPTIONS: &[(&str, Read)] = &[
    ("value must be one of: {}", one_of),
    ("Value must be one of: {}", one_of),
    ("String must match one of: {}", one_of),
    ("value must be none of: {}", none_of),
    ("Value must be none of: {}", none_of),
    ("String must match none of: {}", none_of),
    ("value must be at least sum of {}", |parts| total(parts, Total::AtLeastSum)),
    ("value must be at most sum of {}", |parts| total(parts, Total::AtMostSum)),
    ("value must be equal to the sum of {}", |parts| total(parts, Total::EqualSum)),
    ("value must be equal to the product of {}", |parts| total(parts, Total::EqualProduct)),
    ("value must match regular expression '{}'", |parts| rule(Rule::Regex(parts[0].to_owned()))),
    ("Value must be {}", |parts| rule(Rule::Equals(unquoted(parts[0])?.parse().ok()?))),
    ("all values must be unique{}", |parts| parts[0].is_empty().then_some(What::Rule(Rule::Unique))),
    ("All values in the {} must be configured", |parts| ["list", "set", "map"].contains(&parts[0]).then_some(What::Rule(Rule::NoNulls))),
    ("must have a configuration value as the provider has marked it as required{}", |parts| parts[0].is_empty().then_some(What::Missing)),
    ("element value must satisfy all validations: {}", |parts| rule(Rule::Each(several(parts[0])?))),
    ("value must satisfy all validations: {}", |parts| rule(Rule::Each(several(parts[0])?))),
    ("key must satisfy all validations: {}", |parts| rule(Rule::Keys(several(parts[0])?))),
    ("Value must satisfy all of the validations: {}", |parts| rule(Rule::All(several(parts[0])?))),
    ("Value must satisfy at least one of the validations: {}", |parts| rule(Rule::Any(several(parts[0])?))),
    ("Ensure that if an attribute is set, also these are set: {}", |parts| related(Relation::RequiredWith, names(parts[0]))),
    ("Ensure that if an attribute is set, these are not set: {}", |parts| related(Relation::Conflicts, names(parts[0]))),
    ("Ensure that one and only one attribute from this collection is set: {}", |parts| related(Relation::ExactlyOne, names(parts[0]))),
    ("Ensure that at least one attribute from this collection is set: {}", |parts| related(Relation::AtLeastOne, names(parts[0]))),
    ("The write-only attribute {} should be preferred over this attribute", |parts| related(Relation::PreferWriteOnly, one(parts[0]))),
];

/// Relations of a whole type.
#[rustfmt::skip]
const RELATIONS: &[(&str, Relation)] = &[
    ("At least one of these attributes must be configured: {}", Relation::AtLeastOne),
    ("Exactly one of these attributes must be configured: {}", Relation::ExactlyOne),
    ("These attributes cannot be configured together: {}", Relation::Conflicts),
    ("These attributes must be configured together: {}", Relation::RequiredWith),
];

/// Relations of the second attribute to the first.
const COMBINATIONS: &[(&str, Relation)] = &[
    (
        "Attribute {} must be specified when {} is specified",
        Relation::RequiredWith,
    ),
    (
        "Attribute {} cannot be specified when {} is specified",
        Relation::Conflicts,
    ),
];

/// The rules in a description that joins several with ` + `, if all are known. A pattern or value
/// may contain the same sign, so the longest known part goes first.
fn several(text: &str) -> Option<Vec<Rule>> {
    let parts: Vec<&str> = text.split(" + ").collect();
    let mut rules = Vec::new();
    let mut from = 0;
    while from < parts.len() {
        let until = |to: usize| match of_attribute(&parts[from..to].join(" + "))? {
            What::Rule(rule) => Some((rule, to)),
            _ => None,
        };
        let found = (from + 1..=parts.len()).find_map(until)?;
        let (rule, to) = match found.0 {
            // An inner list of rules ends where the whole ends, so it takes all that it can.
            Rule::Each(_) | Rule::Keys(_) | Rule::All(_) | Rule::Any(_) => {
                (found.1..=parts.len()).rev().find_map(until)?
            }
            _ => found,
        };
        rules.push(rule);
        from = to;
    }
    Some(rules)
}

fn of_attribute(text: &str) -> Option<What> {
    let told = DESCRIPTIONS
        .iter()
        .find_map(|(template, read)| read(&fit(template, text)?));
    told.or_else(|| bounded(text))
}

/// What a validator's description in the log says. A non-standard one is custom.
pub(crate) fn description(text: &str) -> Vec<Claim> {
    if let Some(claims) = of_type(text) {
        return claims;
    }
    let template = "The write-only attribute {} should be preferred over the regular attribute {}";
    let preferred = || {
        let parts = fit(template, text)?;
        let what = related(Relation::PreferWriteOnly, one(parts[0]))?;
        said(name(parts[1]), what)
    };
    let what = || of_attribute(text).unwrap_or_else(|| What::Own(text.to_owned()));
    preferred().unwrap_or_else(|| only(None, what()))
}

fn of_type(text: &str) -> Option<Vec<Claim>> {
    let found = RELATIONS
        .iter()
        .find_map(|(template, relation)| Some((names(fit(template, text)?[0])?, *relation)));
    let (group, relation) = found?;
    // Each of several that exclude each other, or need each other, does so with all the others.
    let each = |member: &String| {
        let named = |other: &&String| relation.is_group() || *other != member;
        let names = group.iter().filter(named).cloned().collect();
        Claim {
            name: Some(member.clone()),
            what: What::Relation(relation, names),
        }
    };
    Some(group.iter().map(each).collect())
}

/// What a plan modifier's description in the log says.
pub(crate) fn modifier(text: &str) -> Kind {
    match text {
        "If the value of this attribute changes, Terraform will destroy and recreate the resource." => {
            Kind::ForceNew
        }
        "If the value of this attribute is configured and changes, Terraform will destroy and recreate the resource." => {
            Kind::ForceNewIf("only where it is configured".into())
        }
        "Once set, the value of this attribute in state will not change."
        | "Once set to a non-null value, the value of this attribute in state will not change." => {
            Kind::KeepsValue
        }
        other => Kind::OwnModifier(other.to_owned()),
    }
}

/// The attribute that gets its default according to a log line.
pub(crate) fn default_value(message: &str) -> Option<String> {
    name(fit("setting attribute {} to default value: {}", message)?[0])
}

/// What a message claims; `None` if it is not one of the framework's.
pub(super) fn claims(diagnostic: &Diagnostic) -> Option<Vec<Claim>> {
    let detail = diagnostic.detail.as_str();
    if let Some(claims) = of_type(detail) {
        return Some(claims);
    }
    match diagnostic.summary.as_str() {
        // In a set the path ends there, and only the text names the attribute.
        "Missing Configuration for Required Attribute" => {
            let text = "Must set a configuration value for the {} attribute as the provider has marked it as required.{}";
            let named = fit(text, detail).and_then(|parts| name(parts[0]));
            return said(named, What::Missing);
        }
        "Invalid Configuration for Read-Only Attribute" => return said(None, What::Unconfigurable),
        "Available Write-Only Attribute Alternative" => {
            let parts = fit("{} has a WriteOnly version {} available. {}", detail)?;
            return said(None, related(Relation::PreferWriteOnly, one(parts[1]))?);
        }
        "Null List Value" | "Null Set Value" | "Null Map Value" => {
            return said(None, What::Rule(Rule::NoNulls));
        }
        // The type reports this for any set.
        "Duplicate Set Element" => return said(None, What::Count),
        "Duplicate List Value" => return said(None, What::Rule(Rule::Unique)),
        "Invalid Attribute Combination" => {
            for (template, relation) in COMBINATIONS {
                if let Some(parts) = fit(template, detail) {
                    return said(Some(name(parts[1])?), related(*relation, one(parts[0]))?);
                }
            }
            let exactly = "{} specified when one (and only one) of {} is required";
            if let Some(parts) = fit(exactly, detail) {
                return said(None, related(Relation::ExactlyOne, names(parts[1]))?);
            }
            let at_least = "At least one attribute out of {} must be specified";
            if let Some(parts) = fit(at_least, detail) {
                return said(None, related(Relation::AtLeastOne, names(parts[0]))?);
            }
        }
        _ => {}
    }
    if let Some(what) = by_number(detail).or_else(|| by_type(&diagnostic.summary, detail)) {
        return said(converted(detail), what);
    }
    // The path may contain blanks, as map keys do; the description begins where a known one is
    // found.
    let attribute = detail.strip_prefix("Attribute ");
    let rest = attribute.or_else(|| detail.strip_prefix("Block "))?;
    let (head, _) = rest.rsplit_once(", got: ").unwrap_or((rest, ""));
    let blanks = head.match_indices(' ');
    let mut starts = blanks.filter_map(|(at, _)| Some((name(&head[..at])?, &head[at + 1..])));
    let mut known = starts.clone();
    let found = known.find_map(|(name, text)| Some((name, of_attribute(text)?)));
    // The same form with other words is custom, or a pattern with its own message.
    let (name, what) = found.or_else(|| {
        let (name, message) = starts.next()?;
        let what = match diagnostic.summary.as_str() {
            "Invalid Attribute Value Match" => What::HiddenPattern(message.to_owned()),
            _ => What::Own(diagnostic.text()),
        };
        Some((name, what))
    })?;
    said(Some(name), what)
}

/// The attribute around a value that cannot be converted, if the text names it and the path does
/// not, as for set elements.
fn converted(detail: &str) -> Option<String> {
    let (_, path) = detail.split_once("Attribute Path: ")?;
    let names = path.split("AttributeName(\"").skip(1);
    let names: Vec<&str> = names.filter_map(|rest| rest.split('"').next()).collect();
    (!names.is_empty()).then(|| names.join("."))
}

fn by_number(detail: &str) -> Option<What> {
    let says = |words: &str| detail.contains("Value ") && detail.contains(words);
    if says("cannot be represented as a 32-bit integer.") {
        return Some(What::Whole(32));
    }
    (says("is not an integer.") || says("cannot be represented as a 64-bit integer."))
        .then_some(What::Whole(64))
}

/// Types that read strings say so in their titles.
fn by_type(summary: &str, detail: &str) -> Option<What> {
    let title = summary
        .strip_prefix("Invalid ")?
        .strip_suffix(" String Value")?;
    let format = match title {
        "JSON" => "json",
        "IPv4 Address" => "ipv4",
        "IPv6 Address" => "ipv6",
        "IP Address" => "ip",
        "IPv4 CIDR" | "IPv6 CIDR" | "IP Prefix" | "IPv4 CIDR Prefix" | "IPv6 CIDR Prefix" => "cidr",
        "RFC3339" => "timestamp",
        "Time Duration" => "duration",
        _ => return None,
    };
    detail
        .starts_with("A string value was provided that is not")
        .then_some(What::Semantic(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(summary: &str, detail: &str) -> Vec<(Option<String>, What)> {
        let (summary, detail) = (summary.to_owned(), detail.to_owned());
        let diagnostic = Diagnostic {
            error: true,
            summary,
            detail,
            path: Vec::new(),
        };
        let claims = claims(&diagnostic).unwrap_or_default().into_iter();
        claims.map(|claim| (claim.name, claim.what)).collect()
    }

    #[test]
    fn a_path_may_hold_anything() {
        let detail =
            r#"Attribute rules[Value({"a":"b c"})].port value must be between 1 and 9, got: 12"#;
        let range = Rule::Range(Bounds {
            min: Some("1".into()),
            max: Some("9".into()),
        });
        let expected = (Some("rules.port".to_owned()), What::Rule(range));
        assert_eq!(read("Invalid Attribute Value", detail), [expected]);
    }

    /// The path ends at a set; the text goes on.
    #[test]
    fn the_text_names_what_is_inside_a_set() {
        let inside = |what| (Some("mx.exchange".to_owned()), what);
        let missing = r#"Must set a configuration value for the mx[Value({"exchange":<null>})].exchange attribute as the provider has marked it as required.

Refer to the provider documentation."#;
        let missing = read("Missing Configuration for Required Attribute", missing);
        assert_eq!(missing, [inside(What::Missing)]);
        let own =
            r#"Attribute mx[Value({"exchange":"a b"})].exchange must end with a dot, got: a b"#;
        let text = format!("Invalid Attribute Type: {own}");
        assert_eq!(
            read("Invalid Attribute Type", own),
            [inside(What::Own(text))]
        );
        let number = r#"An unexpected error occurred.

Attribute Path: AttributeName("mx").ElementKeyValue(tftypes.Object["port":tftypes.Number]<"port":tftypes.Number<"1.5">>)
Original Error: Value %!s(*big.Float=1.5) is not an integer."#;
        let read = read("Unable to Convert Attribute Path", number);
        assert_eq!(read, [(Some("mx".to_owned()), What::Whole(64))]);
    }

    #[test]
    fn several_with_the_sign_inside() {
        let text = "Value must satisfy at least one of the validations: value must match regular expression '^a + b$' + value must be one of: [\"x + y\"]";
        let what = of_attribute(text);
        let values = vec!["x + y".into()];
        let expected = Rule::Any(vec![Rule::Regex("^a + b$".into()), Rule::OneOf(values)]);
        assert_eq!(what, Some(What::Rule(expected)));
        assert_eq!(
            of_attribute("Value must satisfy at least one of the validations: a word of ours"),
            None
        );
    }

    #[test]
    fn relations_of_the_type_name_all_members() {
        let claims = description("These attributes cannot be configured together: [a,b,c]");
        let others = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(claims[1].name.as_deref(), Some("b"));
        assert_eq!(
            claims[1].what,
            What::Relation(Relation::Conflicts, others(&["a", "c"]))
        );
    }
}
