//! Messages of `terraform-plugin-sdk`, versions 1 and 2, and of its package of validators.

use super::template::{fit, list, name, names, unquoted};
use super::{Claim, Read, Relation, What, bounds, not, one, related, rule, said};
use crate::findings::{Bounds, Format, Rule};
use crate::learn::oracle::Diagnostic;

fn both(parts: &[&str], make: fn(Bounds) -> Rule) -> Option<What> {
    rule(make(bounds(Some(parts[0]), Some(parts[1]))?))
}

/// The first placeholder is always the name. Older forms are beside the newer ones.
#[rustfmt::skip]
const VALIDATORS: &[(&str, Read)] = &[
    ("expected {} to not be an empty string, got {}", |_| rule(Rule::NotEmpty)),
    ("expected {} to not be an empty string or whitespace", |_| rule(Rule::NotBlank)),
    ("expected length of {} to be in the range ({} - {}), got {}", |parts| both(parts, Rule::Bytes)),
    ("expected {} to be in the range ({} - {}), got {}", |parts| both(parts, Rule::Range)),
    ("expected {} to be at least ({}), got {}", |parts| rule(Rule::Range(bounds(Some(parts[0]), None)?))),
    ("expected {} to be at most ({}), got {}", |parts| rule(Rule::Range(bounds(None, Some(parts[0]))?))),
    ("expected {} to be divisible by {}, got: {}", |parts| rule(Rule::DivisibleBy(parts[0].parse().ok()?))),
    ("expected value of {} to match regular expression {}, got {}", |parts| rule(Rule::Regex(unquoted(parts[0])?))),
    ("expected value of {} to not match regular expression {}, got {}", |parts| not(Rule::Regex(unquoted(parts[0])?))),
    ("expected {} to be one of {}, got {}", |parts| rule(Rule::OneOf(list(parts[0])?))),
    ("expected {} to not be any of {}, got {}", |parts| not(Rule::OneOf(list(parts[0])?))),
    ("expected {} to not be one of {}, got {}", |parts| not(Rule::OneOf(list(parts[0])?))),
    ("expected value of {} to not contain any of {}, got {}", |parts| rule(Rule::Excludes(unquoted(parts[0])?))),
    ("{} must not be empty, got {}", |_| rule(Rule::NotZero)),
    ("{} must not be zero, got {}", |_| rule(Rule::NotZero)),
    ("expected {} to not have duplicates: found 2 or more of {}", |_| rule(Rule::Unique)),
    ("expected {} to contain a valid Value, got: {} with err: {}", |_| rule(Rule::Network(Bounds::default()))),
    ("expected {} to contain a valid network Value, expected {}, got {}", |_| rule(Rule::Network(Bounds::default()))),
    ("expected {} to contain a network Value with between {} and {} significant bits, got: {}", |parts| both(parts, Rule::Network)),
    ("expected {} url to not be empty, got {}", |_| rule(Rule::Url(Vec::new()))),
    ("expected {} to be a valid url, got {}: {}", |_| rule(Rule::Url(Vec::new()))),
    ("expected {} to have a host, got {}", |_| rule(Rule::Url(Vec::new()))),
    ("expected {} to have a url with schema of: {}, got {}", |parts| rule(Rule::Url(unquoted(parts[0])?.split(',').map(str::to_owned).collect()))),
    ("{}: must be a whole number, got {}", |_| Some(What::Whole(64))),
    ("invalid value for {} ({})", |parts| Some(What::HiddenPattern(parts[0].to_owned()))),
];

/// The same for strings of a form.
#[rustfmt::skip]
const FORMS: &[(&str, Format)] = &[
    ("expected {} to be a base64 string, got {}", "base64"),
    ("{} contains an invalid JSON: {}", "json"),
    ("{}: error parsing regexp: {}", "regular_expression"),
    ("expected {} to contain a valid IP, got: {}", "ip"),
    ("expected {} to contain a valid IPv6 address, got: {}", "ipv6"),
    ("expected {} to contain a valid IPv4 address, got: {}", "ipv4"),
    ("expected {} to contain a valid IP range, got: {}", "ipv4_range"),
    ("expected {} to be a valid CIDR Value, got {}: {}", "cidr"),
    ("expected {} to be a valid IPv4 Value, got {}: {}", "cidr"),
    ("expected {} to be a valid MAC address, got {}: {}", "mac"),
    ("expected {} to be a valid port number, got: {}", "port"),
    ("expected {} to be a valid port number or 0, got: {}", "port_or_zero"),
    ("expected {} to be a valid RFC3339 date, got {}: {}", "timestamp"),
    ("expected {} to be a valid UUID, got {}", "uuid"),
    ("expected {} to be an empty string: got {}", "empty"),
    ("expected {} to be an empty string or whitespace: got {}", "blank"),
];

/// For maps: title, detail, and the rule for keys or values; no name. A rule with its own message
/// hides its pattern.
fn of_map(diagnostic: &Diagnostic) -> Option<What> {
    #[rustfmt::skip]
    let (part, template): (fn(Vec<Rule>) -> Rule, _) = match diagnostic.summary.as_str() {
        "Bad map key length" => (Rule::Keys, "Map key lengths should be in the range ({} - {}): {} (length = {})"),
        "Bad map value length" => (Rule::Values, "Map value lengths should be in the range ({} - {}): {} => {} (length = {})"),
        "Invalid map key" => (Rule::Keys, "Map key expected to match regular expression {}: {}"),
        "Invalid map value" => (Rule::Values, "Map value expected to match regular expression {}: {} => {}"),
        _ => return None,
    };
    let is_length = diagnostic.summary.starts_with("Bad");
    let inner = match fit(template, &diagnostic.detail) {
        Some(parts) if is_length => Rule::Bytes(bounds(Some(parts[0]), Some(parts[1]))?),
        Some(parts) => Rule::Regex(unquoted(parts[0])?),
        None if is_length => return None,
        None => {
            let (message, _) = diagnostic.detail.rsplit_once(": ")?;
            return Some(What::HiddenPattern(message.into()));
        }
    };
    rule(part(vec![inner]))
}

/// Without the name, which stands first in quotes.
#[rustfmt::skip]
const RELATIONS: &[(&str, Read)] = &[
    ("{}: conflicts with {}", |parts| related(Relation::Conflicts, one(parts[0]))),
    ("{}: all of `{}` must be specified", |parts| related(Relation::RequiredWith, names(parts[0]))),
    ("{}: only one of `{}` can be specified, but `{}` were specified.", |parts| related(Relation::ExactlyOne, names(parts[0]))),
    ("{}: one of `{}` must be specified", |parts| related(Relation::OneOrMore, names(parts[0]))),
    ("{}: required field is not set", |_| Some(What::Missing)),
    ("{}: this field cannot be set", |_| Some(What::Unconfigurable)),
];

/// The name in a text, and what it claims about it.
fn filled(template: &str, read: Read, text: &str) -> Option<(String, What)> {
    let parts = fit(template, text)?;
    let (first, parts) = parts.split_first()?;
    Some((name(first)?, read(parts)?))
}

/// What a message of the SDK claims; `None` if it is not one.
pub(super) fn claims(diagnostic: &Diagnostic) -> Option<Vec<Claim>> {
    let (summary, detail) = (diagnostic.summary.as_str(), diagnostic.detail.as_str());
    match summary {
        "Missing required argument" if detail.starts_with("The argument ") => {
            let template = "The argument {} is required, but no definition was found.";
            return said(name(fit(template, detail)?[0]), What::Missing);
        }
        "Value for unconfigurable attribute" | "Invalid or unknown key" => {
            return said(None, What::Unconfigurable);
        }
        "Too many list items" | "Not enough list items" | "Null value found in list" => {
            return said(None, What::Count);
        }
        "Argument is deprecated" | "Attribute Deprecated" | "Block Deprecated" => {
            return said(None, What::Deprecated(detail.to_owned()));
        }
        "Available Write-only Attribute Alternative" => {
            let template = "The attribute {} has a write-only alternative {} available. Use the write-only alternative of the attribute when possible.";
            let parts = fit(template, detail)?;
            let what = related(Relation::PreferWriteOnly, one(parts[1]))?;
            return said(name(parts[0]), what);
        }
        _ => {}
    }
    if let Some(what) = of_map(diagnostic) {
        return said(None, what);
    }
    if fit("Attribute must be a whole number, got {}", summary).is_some() {
        return said(None, What::Whole(64));
    }
    // Version 1 has no titles.
    let text = if detail.is_empty() { summary } else { detail };
    for (template, read) in RELATIONS {
        if let Some((name, mut what)) = filled(template, *read, text)
            && text.starts_with('"')
        {
            if let What::Relation(relation @ Relation::OneOrMore, _) = &mut what {
                *relation = match summary {
                    "Invalid combination of arguments" => Relation::ExactlyOne,
                    "Missing required argument" => Relation::AtLeastOne,
                    _ => Relation::OneOrMore,
                };
            }
            return said(Some(name), what);
        }
    }
    let mut validators = VALIDATORS.iter();
    let found = validators.find_map(|(template, read)| filled(template, *read, text));
    let of_form = || {
        FORMS.iter().find_map(|(template, format)| {
            let what = What::Rule(Rule::Format(format));
            Some((name(fit(template, text)?[0])?, what))
        })
    };
    let (name, what) = found.or_else(of_form)?;
    said(Some(name), what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<String>, What)> {
        let diagnostic = Diagnostic {
            error: true,
            summary: text.into(),
            ..Diagnostic::default()
        };
        let claim = claims(&diagnostic)?.remove(0);
        Some((claim.name, claim.what))
    }

    #[test]
    fn validators_old_and_new() {
        let of = |text: &str| match read(text) {
            Some((Some(name), What::Rule(rule))) => (name, rule),
            other => panic!("{text}: {other:?}"),
        };
        let quoted = of(r#"expected mode to be one of ["a b" "c"], got x"#);
        assert_eq!(
            quoted,
            ("mode".into(), Rule::OneOf(vec!["a b".into(), "c".into()]))
        );
        let old = of("expected b.0.mode to be one of [a c], got x");
        assert_eq!(
            old,
            ("b.mode".into(), Rule::OneOf(vec!["a".into(), "c".into()]))
        );
        let float = of("expected f to be in the range (0.500000 - 2.000000), got 7.000000");
        let bounds = Bounds {
            min: Some("0.5".into()),
            max: Some("2".into()),
        };
        assert_eq!(float.1, Rule::Range(bounds));
        let pattern = of(r#"expected value of n to match regular expression "^a\\.b$", got x"#);
        assert_eq!(pattern.1, Rule::Regex("^a\\.b$".into()));
        assert_eq!(
            of("expected \"c\" to be a valid IPv4 Value, got x: bad").1,
            Rule::Format("cidr")
        );
    }

    #[test]
    fn what_only_begins_like_a_library_is_none() {
        assert_eq!(
            read("expected mode to be one of the modes of the server"),
            None
        );
        assert_eq!(
            read("expected mode to be in the range (low - high), got 3"),
            None
        );
        let own = Diagnostic {
            error: true,
            summary: "Missing required argument".into(),
            detail: "\"a\": one of `a,b` must be specified as true".into(),
            ..Diagnostic::default()
        };
        assert_eq!(claims(&own), None);
    }

    #[test]
    fn the_title_tells_exactly_from_at_least() {
        let of = |title: &str| {
            let detail = "\"a\": one of `a,b.0.c` must be specified".into();
            let diagnostic = Diagnostic {
                error: true,
                summary: title.into(),
                detail,
                ..Diagnostic::default()
            };
            claims(&diagnostic).unwrap().remove(0).what
        };
        let group = || vec!["a".to_owned(), "b.c".to_owned()];
        assert_eq!(
            of("Invalid combination of arguments"),
            What::Relation(Relation::ExactlyOne, group())
        );
        assert_eq!(
            of("Missing required argument"),
            What::Relation(Relation::AtLeastOne, group())
        );
        assert_eq!(
            read("\"a\": one of `a,b.0.c` must be specified").unwrap().1,
            What::Relation(Relation::OneOrMore, group())
        );
    }
}
