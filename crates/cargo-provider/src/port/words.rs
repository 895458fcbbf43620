//! Findings in words: lines of the report, and comments.

use std::fmt;

use serde_json::Value as Json;

use super::rules;
use crate::findings::{AttributePath, Finding, Kind, Rule, Total, TypeFindings};

/// Each finding with its evidence, and what was not tried.
pub(super) fn report(findings: &TypeFindings) -> Vec<String> {
    let mut lines = Vec::new();
    let mut before: Option<(&Finding, usize)> = None;
    for finding in &findings.findings {
        // Of many findings of one kind at one path, the first three suffice.
        let like_it = |other: &Finding| {
            other.at == finding.at
                && std::mem::discriminant(&other.kind) == std::mem::discriminant(&finding.kind)
        };
        let count = match before {
            Some((other, count)) if like_it(other) => count + 1,
            _ => 1,
        };
        before = Some((finding, count));
        match count {
            ..=3 => {}
            4 => {
                let place = place(&finding.at);
                lines.push(format!("and more of that kind about {place}"));
                continue;
            }
            _ => continue,
        }
        let Finding {
            at,
            kind,
            confidence,
            evidence,
        } = finding;
        // Each member of a group has the finding; the first reports it.
        if let Kind::ExactlyOneOf(all) | Kind::AtLeastOneOf(all) = kind
            && all.first() != Some(at)
        {
            continue;
        }
        let what = words(kind);
        lines.push(format!(
            "{confidence}: {} {what} ({}: {})",
            place(at),
            one_line(&evidence.probe),
            one_line(&evidence.answer)
        ));
    }
    lines.extend(findings.gaps.iter().cloned());
    lines
}

fn place(at: &AttributePath) -> String {
    match at.0.is_empty() {
        true => "the type".to_owned(),
        false => format!("`{at}`"),
    }
}

/// A string without line breaks, of readable length.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() <= 160 {
        return text;
    }
    text.chars().take(159).chain(['…']).collect()
}

pub(super) fn comment(finding: &Finding, what: &str) -> String {
    let Finding {
        confidence,
        evidence,
        ..
    } = finding;
    let (probe, answer) = (one_line(&evidence.probe), one_line(&evidence.answer));
    format!("{confidence}: {} ({probe}: {answer})", one_line(what))
}

/// Each of them in backticks.
fn quoted<T: fmt::Display>(all: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = all.into_iter().map(|one| format!("`{one}`")).collect();
    all.join(", ")
}

/// A finding in words.
pub(super) fn words(kind: &Kind) -> String {
    match kind {
        Kind::ConflictsWith(others) => format!("conflicts with {}", quoted(others)),
        Kind::ExactlyOneOf(all) => {
            format!("is in a group of which exactly one is set: {}", quoted(all))
        }
        Kind::AtLeastOneOf(all) => {
            format!(
                "is in a group of which at least one is set: {}",
                quoted(all)
            )
        }
        Kind::RequiredWith(others) => format!("requires {}", quoted(others)),
        Kind::Required => {
            "must be configured, though the schema does not say so: check it in `validate`"
                .to_owned()
        }
        Kind::PreferWriteOnly(other) => format!("should be set by `{other}` instead"),
        Kind::Total(total, others) => {
            let words = match total {
                Total::AtLeastSum => "at least the sum of",
                Total::AtMostSum => "at most the sum of",
                Total::EqualSum => "the sum of",
                Total::EqualProduct => "the product of",
            };
            format!("is {words} {}", quoted(others))
        }
        Kind::ForceNew => "replaces the resource".to_owned(),
        Kind::ForceNewCount => {
            "replaces the resource when the number of its blocks changes".to_owned()
        }
        Kind::ForceNewIf(when) => format!(
            "replaces the resource in some cases: {when}; write `force_new(when = |old, new| …)`"
        ),
        Kind::Default(default) => format!("has the default `{default}`"),
        Kind::DefaultVaries(default) => {
            format!("has a default that comes from outside, here `{default}`")
        }
        Kind::DefaultFromEnvironment { variable, fallback } => {
            let or = match fallback {
                Json::Null => String::new(),
                other => format!(", else `{other}`"),
            };
            format!("takes its default from the environment variable {variable}{or}")
        }
        Kind::Validator(rule) => format!("is checked: {}", rules::words(rule)),
        Kind::HiddenPattern(message) => {
            format!("must match a pattern that is not shown: {message}")
        }
        Kind::OwnValidator {
            message,
            accepted,
            refused,
        } => {
            let values = |what: &str, all: &[Json]| match all {
                [] => String::new(),
                all => format!("; {what}: {}", quoted(all)),
            };
            let (accepted, refused) = (values("accepted", accepted), values("refused", refused));
            format!("is checked by code of its own: {message}{accepted}{refused}")
        }
        Kind::Integer(bits) => format!("is a whole number of {bits} bits"),
        Kind::KeepsValue => "keeps its value".to_owned(),
        Kind::Volatile => "is unknown in every plan that changes something".to_owned(),
        Kind::OwnModifier(text) => format!("is planned by code of its own: {text}"),
        Kind::KnownAtCreate(example) => {
            format!("is known when it is created, for example `{example}`")
        }
        Kind::StateFunction { configured, stored } if configured == stored => {
            "has a state function; write `state_fn` or `canonical`".to_owned()
        }
        Kind::StateFunction { configured, stored } => {
            format!(
                "is stored in another form: `{configured}` as `{stored}`; write `state_fn` or `canonical`"
            )
        }
        Kind::Suppressed { form, old, new } => {
            format!(
                "is the same in these forms ({form}): `{old}` and `{new}`; write `canonical` or `diff_suppress`"
            )
        }
        Kind::SemanticType(format) => {
            let form = rules::words(&Rule::Format(format));
            format!("means the same in several forms: {form}")
        }
        Kind::NotInSetHash => "does not tell elements of its set apart; write `set_key`".to_owned(),
        Kind::DefaultTimeout { operation, time } => format!("takes at most {time} to {operation}"),
        Kind::Deprecated(message) => format!("is deprecated: {message}"),
        Kind::Upgrade {
            from,
            new,
            gone,
            changed,
        } => {
            let parts = [("new", new), ("gone", gone), ("changed", changed)];
            let parts = parts.into_iter().filter(|(_, all)| !all.is_empty());
            let parts = parts.map(|(what, all)| format!("; {what}: {}", quoted(all)));
            let parts: String = parts.collect();
            let remedy = match gone.is_empty() && changed.is_empty() {
                true => "`only_added` is enough for these",
                false => "write it in `upgrade`",
            };
            format!("upgrades states of version {from}{parts}; {remedy}")
        }
        Kind::CustomDiff(message) => {
            format!("is checked in the plan: {message}; write it in `plan`")
        }
    }
}
