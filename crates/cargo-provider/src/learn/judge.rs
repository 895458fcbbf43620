//! From what was noted to findings: every rule is held against every value that was accepted and refused.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::findings::{
    AttributePath, Bounds, Confidence, Evidence, Finding, Format, Kind, Rule, Sdk,
};
use crate::learn::notes::{Message, Noted, Notes};
use crate::learn::rule::holds;
use crate::learn::session::{Seen, Session};
use crate::learn::shape::{Shape, Type};
use crate::learn::validation::words;
use crate::learn::value::Value;

/// As many examples of a check are told.
const EXAMPLES: usize = 5;

/// The findings about a type, in the order of their paths.
pub(crate) fn findings(session: &Session<'_>, mut notes: Notes) -> Vec<Finding> {
    let shape = session.shape;
    let mut all = std::mem::take(&mut notes.findings);
    relations(shape, &mut notes, &mut all);
    for at in 0..shape.nodes.len() {
        values(session, &notes, at, &mut all);
        modifiers(session, &notes, at, &mut all);
    }
    for (text, evidence) in &notes.whole_type {
        let message = OwnMessage { text, evidence };
        all.push(message.finding(AttributePath::default(), &Seen::default()));
    }
    sorted(all)
}

struct OwnMessage<'m> {
    text: &'m str,
    evidence: &'m Evidence,
}

impl OwnMessage<'_> {
    fn finding(&self, at: AttributePath, seen: &Seen) -> Finding {
        let accepted = seen.accepted.iter().map(Value::json);
        let refused = seen.refused.iter().map(|(value, _)| value.json());
        let short = |json: &Json| json.to_string().len() < 80;
        let kind = Kind::OwnValidator {
            message: self.text.to_owned(),
            accepted: accepted.filter(short).take(EXAMPLES).collect(),
            refused: refused.filter(short).take(EXAMPLES).collect(),
        };
        Finding {
            at,
            kind,
            confidence: Confidence::CannotBeKnown,
            evidence: self.evidence.clone(),
        }
    }
}

/// In the order of paths; none twice.
fn sorted(all: Vec<Finding>) -> Vec<Finding> {
    let mut by_key: BTreeMap<(AttributePath, String, String), Finding> = BTreeMap::new();
    for finding in all {
        let json = serde_json::to_value(&finding.kind).unwrap_or_default();
        let key = (
            finding.at.clone(),
            json["kind"].to_string(),
            json["of"].to_string(),
        );
        match by_key.get(&key) {
            Some(known) if known.confidence <= finding.confidence => {}
            _ => drop(by_key.insert(key, finding)),
        }
    }
    by_key.into_values().collect()
}

fn learned(shape: &Shape, at: usize, kind: Kind, evidence: &Evidence) -> Finding {
    Finding {
        at: shape.path(at).clone(),
        kind,
        confidence: Confidence::Learned,
        evidence: evidence.clone(),
    }
}

fn paths<'a>(shape: &Shape, all: impl IntoIterator<Item = &'a usize>) -> Vec<AttributePath> {
    let mut all: Vec<AttributePath> = all.into_iter().map(|at| shape.path(*at).clone()).collect();
    all.sort();
    all
}

fn relations(shape: &Shape, notes: &mut Notes, all: &mut Vec<Finding>) {
    // A group that is refused when several are set is one of "exactly one".
    for (group, evidence) in std::mem::take(&mut notes.one_or_more) {
        if !notes.exactly.contains_key(&group) {
            notes.at_least.entry(group).or_insert(evidence);
        }
    }
    let pairs = |pairs: &BTreeMap<(usize, usize), Evidence>| {
        let mut by_first: BTreeMap<usize, (BTreeSet<usize>, Evidence)> = BTreeMap::new();
        for (&(a, b), evidence) in pairs {
            by_first
                .entry(a)
                .or_insert_with(|| (BTreeSet::new(), evidence.clone()))
                .0
                .insert(b);
        }
        by_first
    };
    for (at, (others, evidence)) in pairs(&notes.conflicts) {
        all.push(learned(
            shape,
            at,
            Kind::ConflictsWith(paths(shape, &others)),
            &evidence,
        ));
    }
    for (at, (others, evidence)) in pairs(&notes.required_with) {
        all.push(learned(
            shape,
            at,
            Kind::RequiredWith(paths(shape, &others)),
            &evidence,
        ));
    }
    for (at, (others, evidence)) in pairs(&notes.prefers) {
        for other in others {
            all.push(learned(
                shape,
                at,
                Kind::PreferWriteOnly(shape.path(other).clone()),
                &evidence,
            ));
        }
    }
    for (group, evidence) in &notes.exactly {
        for at in group {
            all.push(learned(
                shape,
                *at,
                Kind::ExactlyOneOf(paths(shape, group)),
                evidence,
            ));
        }
    }
    for (group, evidence) in &notes.at_least {
        for at in group {
            all.push(learned(
                shape,
                *at,
                Kind::AtLeastOneOf(paths(shape, group)),
                evidence,
            ));
        }
    }
    for (at, total, others, evidence) in &notes.totals {
        all.push(learned(
            shape,
            *at,
            Kind::Total(*total, paths(shape, others)),
            evidence,
        ));
    }
    for (at, (text, evidence)) in &notes.deprecated {
        // SDKv2 says it of a set for all that is in it.
        let of_block = |around: &usize| {
            notes
                .deprecated
                .get(around)
                .is_some_and(|(same, _)| same == text)
        };
        if shape.around(*at).iter().any(of_block) {
            continue;
        }
        all.push(learned(
            shape,
            *at,
            Kind::Deprecated(text.clone()),
            evidence,
        ));
    }
    for (at, evidence) in &notes.missing {
        let node = &shape.nodes[*at];
        if !node.required && node.min == 0 {
            all.push(learned(shape, *at, Kind::Required, evidence));
        }
    }
}

/// What values of a field must be.
fn values(session: &Session<'_>, notes: &Notes, at: usize, all: &mut Vec<Finding>) {
    let shape = session.shape;
    let node = &shape.nodes[at];
    let seen = session.seen(at);
    let mut push = |kind: Kind, confidence: Confidence, evidence: &Evidence| {
        all.push(Finding {
            at: node.path.clone(),
            kind,
            confidence,
            evidence: evidence.clone(),
        });
    };
    if let Some((bits, evidence)) = notes.whole.get(&at) {
        push(Kind::Integer(*bits), Confidence::Learned, evidence);
    }
    if let Some((format, evidence)) = notes.semantic.get(&at) {
        push(Kind::SemanticType(*format), Confidence::Likely, evidence);
    }
    let noted: Vec<Noted> = notes
        .rules
        .get(&at)
        .into_iter()
        .flatten()
        .map(|noted| of_elements(noted, node.leaf()))
        .collect();
    let logged: Vec<&Noted> = noted.iter().filter(|noted| noted.by_log).collect();
    let log_tells = session.sdk == Sdk::Framework && notes.log_is_whole;
    let by_messages: Vec<&Noted> = noted
        .iter()
        .filter(|noted| {
            !noted.by_log
                && !logged
                    .iter()
                    .any(|outer| contains(&outer.rule, &noted.rule))
        })
        .collect();
    let messages = notes.messages.get(&at).map_or(&[][..], Vec::as_slice);
    // A printed float has six decimals: a refused value that keeps all that is said shows one that lost some.
    let said = Rule::All(logged.iter().map(|noted| noted.rule.clone()).collect());
    let number = node
        .leaf()
        .is_some_and(|ty| *ty.innermost() == Type::Number);
    let rounded =
        number && messages.is_empty() && !logged.is_empty() && !agrees(&said, &seen, true);
    for noted in &logged {
        let rule = ignoring_case(&noted.rule, &seen);
        let confidence = if agrees(&rule, &seen, false) && !rounded {
            Confidence::Learned
        } else {
            Confidence::Likely
        };
        push(Kind::Validator(rule), confidence, &noted.evidence);
    }
    if log_tells {
        for noted in &by_messages {
            push(
                Kind::Validator(noted.rule.clone()),
                Confidence::Likely,
                &noted.evidence,
            );
        }
    } else {
        together(&by_messages, &seen, messages.is_empty(), &mut push);
    }
    own(
        messages,
        log_tells,
        &seen,
        node.leaf(),
        &node.description,
        &mut push,
    );
}

type Push<'p> = dyn FnMut(Kind, Confidence, &Evidence) + 'p;

/// Rules that messages told. Those that an accepted value breaks are alternatives: "any of" says nothing of itself.
/// `alone` says that there is no other check, so that what keeps all of them is accepted.
fn together(noted: &[&Noted], seen: &Seen, alone: bool, push: &mut Push<'_>) {
    let as_said = |noted: &&Noted| rejoined(&ignoring_case(&noted.rule, seen), seen);
    let mut rules: Vec<(Rule, &Evidence)> = noted
        .iter()
        .map(|noted| (as_said(noted), &noted.evidence))
        .collect();
    drop_unfinished(&mut rules);
    let broken = |rule: &Rule| {
        seen.accepted
            .iter()
            .any(|value| holds(rule, value) == Some(false))
    };
    let (mut alternatives, mut told): (Vec<_>, Vec<_>) =
        rules.into_iter().partition(|(rule, _)| broken(rule));
    if alternatives.len() > 1 {
        let any = Rule::Any(alternatives.iter().map(|(rule, _)| rule.clone()).collect());
        told.push((any, alternatives[0].1));
        alternatives.clear();
    }
    for (rule, evidence) in alternatives {
        push(Kind::Validator(rule), Confidence::Likely, evidence);
    }
    // What is refused and keeps all that is said shows that something is said badly, such as a float with six decimals.
    let all = Rule::All(told.iter().map(|(rule, _)| rule.clone()).collect());
    let explained = !alone || agrees(&all, seen, true);
    for (rule, evidence) in told {
        let unfinished = matches!(&rule, Rule::Network(bounds) if *bounds == Bounds::default());
        let sure = agrees(&rule, seen, false) && explained && !unfinished;
        let confidence = if sure {
            Confidence::Learned
        } else {
            Confidence::Likely
        };
        push(Kind::Validator(rule), confidence, evidence);
    }
}

/// A list whose texts stand without quotes in its message: where one of its words is refused, the texts that are accepted
/// and make it up.
fn rejoined(rule: &Rule, seen: &Seen) -> Rule {
    let Rule::OneOf(listed) = rule else {
        return rule.clone();
    };
    let words: Vec<&str> = listed.iter().filter_map(Json::as_str).collect();
    let refused = |word: &&str| {
        seen.refused
            .iter()
            .any(|(value, _)| value.as_text() == Some(word))
    };
    if !words.iter().any(refused) {
        return rule.clone();
    }
    let (mut texts, mut from) = (Vec::new(), 0);
    while from < words.len() {
        let accepted = |to: &usize| {
            let text = words[from..*to].join(" ");
            seen.accepted
                .iter()
                .any(|value| value.as_text() == Some(text.as_str()))
        };
        let Some(to) = (from + 1..=words.len()).rev().find(accepted) else {
            return rule.clone();
        };
        texts.push(Json::String(words[from..to].join(" ")));
        from = to;
    }
    Rule::OneOf(texts)
}

/// Texts of checks that another text tells more of, such as a URL without its schemes.
fn drop_unfinished(rules: &mut Vec<(Rule, &Evidence)>) {
    let url = rules
        .iter()
        .any(|(rule, _)| matches!(rule, Rule::Url(schemes) if !schemes.is_empty()));
    let base64 = rules
        .iter()
        .any(|(rule, _)| *rule == Rule::Format(Format::Base64));
    let network = rules
        .iter()
        .any(|(rule, _)| matches!(rule, Rule::Network(bounds) if *bounds != Bounds::default()));
    rules.retain(|(rule, _)| match rule {
        Rule::Url(schemes) => !url || !schemes.is_empty(),
        Rule::Network(bounds) => !network || *bounds != Bounds::default(),
        // The same check has two texts.
        Rule::NotEmpty => !base64,
        _ => true,
    });
}

/// A rule of single values that was said of a collection is one of its elements.
fn of_elements(noted: &Noted, ty: Option<&Type>) -> Noted {
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
    if ty.is_some_and(|ty| *ty.innermost() == Type::Number) {
        noted.rule = in_numbers(noted.rule);
    }
    if collection && single && !noted.by_log {
        noted.rule = Rule::Each(vec![noted.rule]);
    }
    noted
}

/// The same with listed numbers as they are, and not as they are printed.
fn in_numbers(rule: Rule) -> Rule {
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

/// Whether a rule has another one in it.
fn contains(outer: &Rule, rule: &Rule) -> bool {
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

/// The same without regard to case, where a listed text was accepted in the other one.
fn ignoring_case(rule: &Rule, seen: &Seen) -> Rule {
    match rule {
        Rule::OneOf(values) => {
            let texts: Option<Vec<String>> = values
                .iter()
                .map(|value| value.as_str().map(str::to_owned))
                .collect();
            let Some(texts) = texts else {
                return rule.clone();
            };
            let loose = Rule::OneOfIgnoreCase(texts);
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
                let texts: Option<Vec<String>> = values
                    .iter()
                    .map(|value| value.as_str().map(str::to_owned))
                    .collect();
                let Some(texts) = texts else {
                    return rule.clone();
                };
                let loose = Rule::OneOfIgnoreCase(texts);
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

/// Whether no accepted value breaks a rule; with `alone`, also no refused value keeps it.
fn agrees(rule: &Rule, seen: &Seen, alone: bool) -> bool {
    let accepted = seen
        .accepted
        .iter()
        .all(|value| holds(rule, value) != Some(false));
    accepted
        && (!alone
            || seen
                .refused
                .iter()
                .all(|(value, _)| holds(rule, value) != Some(true)))
}

/// Checks of the provider's own: that there is one is sure, what it checks is not.
fn own(
    messages: &[Message],
    log_tells: bool,
    seen: &Seen,
    ty: Option<&Type>,
    description: &str,
    push: &mut Push<'_>,
) {
    let logged = messages.iter().any(|message| message.by_log);
    let mut guessed = false;
    for message in messages {
        // The log has it already, in other words.
        if log_tells && logged && !message.by_log && !message.is_pattern {
            continue;
        }
        if message.is_pattern {
            push(
                Kind::HiddenPattern(message.text.clone()),
                Confidence::CannotBeKnown,
                &message.evidence,
            );
            continue;
        }
        let finding = OwnMessage {
            text: &message.text,
            evidence: &message.evidence,
        }
        .finding(AttributePath::default(), seen);
        push(finding.kind, Confidence::CannotBeKnown, &message.evidence);
        if !guessed
            && let Some(rule) = guess(
                &format!("{} {}", message.text, message.evidence.answer),
                description,
                seen,
                ty,
            )
        {
            guessed = true;
            push(Kind::Validator(rule), Confidence::Likely, &message.evidence);
        }
    }
}

/// What a check may be by what it accepts: a list that its text or the description has, a range, a form.
fn guess(text: &str, description: &str, seen: &Seen, ty: Option<&Type>) -> Option<Rule> {
    let accepted: Vec<&Value> = seen
        .accepted
        .iter()
        .filter(|value| **value != Value::Null)
        .collect();
    if accepted.is_empty() || seen.refused.is_empty() {
        return None;
    }
    if ty == Some(&Type::Number) {
        let number = |value: &Value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        let inside: Vec<f64> = accepted.iter().filter_map(|value| number(value)).collect();
        let (low, high) = inside
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), one| {
                (low.min(*one), high.max(*one))
            });
        let outside: Vec<f64> = seen
            .refused
            .iter()
            .filter_map(|(value, _)| number(value))
            .collect();
        let limit =
            |limit: f64, beyond: bool| beyond.then(|| super::value::json_number(limit).to_string());
        let bounds = Bounds {
            min: limit(low, outside.iter().any(|one| *one < low)),
            max: limit(high, outside.iter().any(|one| *one > high)),
        };
        let rule = Rule::Range(bounds);
        return agrees(&rule, seen, true).then_some(rule);
    }
    if ty != Some(&Type::Text) {
        return None;
    }
    let listed: BTreeSet<String> = words(text).into_iter().chain(words(description)).collect();
    let all_listed = accepted
        .iter()
        .all(|value| value.as_text().is_some_and(|text| listed.contains(text)));
    if all_listed && accepted.len() > 1 {
        let rule = Rule::OneOf(accepted.iter().map(|value| value.json()).collect());
        return agrees(&rule, seen, true).then_some(rule);
    }
    let formats = [
        Format::Ipv4,
        Format::Ipv6,
        Format::Ip,
        Format::Cidr,
        Format::Uuid,
        Format::Json,
        Format::Base64,
        Format::RegularExpression,
    ];
    let formed = formats.into_iter().map(Rule::Format).find(|rule| {
        agrees(rule, seen, true)
            && accepted
                .iter()
                .all(|value| holds(rule, value) == Some(true))
    });
    formed.or_else(|| agrees(&Rule::NotBlank, seen, true).then_some(Rule::NotBlank))
}

/// What the log says of plan modifiers. One that is not standard makes the rest of that field likely.
fn modifiers(session: &Session<'_>, notes: &Notes, at: usize, all: &mut Vec<Finding>) {
    let node = &session.shape.nodes[at];
    for kind in notes.modifiers.get(&at).into_iter().flatten() {
        let evidence = Evidence {
            probe: "plan, with the log".into(),
            answer: format!("log: {}", describe(kind)),
        };
        let confidence = match kind {
            Kind::ForceNew | Kind::KeepsValue => Confidence::Learned,
            _ => Confidence::Likely,
        };
        all.push(Finding {
            at: node.path.clone(),
            kind: kind.clone(),
            confidence,
            evidence,
        });
    }
}

fn describe(kind: &Kind) -> String {
    match kind {
        Kind::ForceNew => "a change destroys and recreates the resource".into(),
        Kind::ForceNewIf(when) => format!("a change destroys and recreates the resource {when}"),
        Kind::KeepsValue => "once set, the value in the state does not change".into(),
        Kind::OwnModifier(text) => text.clone(),
        _ => String::new(),
    }
}
