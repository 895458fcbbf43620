//! Turns notes into findings: every rule is checked against every accepted and rejected value.
//!
//! | module | subject |
//! |---|---|
//! | `own` | checks of the provider's own |
//! | `rules` | the form in which a rule is reported |

mod own;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::findings::{AttributePath, Bounds, Confidence, Evidence, Finding, Kind, Rule, Sdk};
use crate::learn::notes::{Message, Noted};
use crate::learn::rule::{holds, keeping_all};
use crate::learn::session::{Seen, Session};
use crate::learn::shape::{Shape, Type};
use crate::learn::text::Relation;
use crate::learn::validation::words;
use crate::learn::value::Value;

use own::{own, validator};
use rules::{contains, ignoring_case, of_elements, or_empty, rejoined};

/// The findings about a type, in the order of their paths.
pub(crate) fn findings(session: &mut Session<'_>) -> Vec<Finding> {
    let shape = session.shape;
    let mut all = std::mem::take(&mut session.notes.findings);
    relations(session, &mut all);
    for at in 0..shape.nodes.len() {
        values(session, at, &mut all);
        modifiers(session, at, &mut all);
    }
    for (text, evidence) in &session.notes.whole_type {
        let kind = validator(text, &Seen::default());
        let (at, unknown) = (AttributePath::default(), Confidence::CannotBeKnown);
        all.push(Finding::new(&at, kind, unknown, evidence.clone()));
    }
    sorted(all)
}

/// Sorted by path, without duplicates.
fn sorted(all: Vec<Finding>) -> Vec<Finding> {
    let mut by_key: BTreeMap<(AttributePath, [String; 2]), Finding> = BTreeMap::new();
    for finding in all {
        let json = serde_json::to_value(&finding.kind).unwrap_or_default();
        let kind = ["kind", "of"].map(|part| json[part].to_string());
        let key = (finding.at.clone(), kind);
        match by_key.get(&key) {
            Some(known) if known.confidence <= finding.confidence => {}
            _ => drop(by_key.insert(key, finding)),
        }
    }
    by_key.into_values().collect()
}

fn paths<'a>(shape: &Shape, all: impl IntoIterator<Item = &'a usize>) -> Vec<AttributePath> {
    let mut all: Vec<AttributePath> = all.into_iter().map(|at| shape.path(*at).clone()).collect();
    all.sort();
    all
}

fn relations(session: &Session<'_>, all: &mut Vec<Finding>) {
    let shape = session.shape;
    let mut push = |at: usize, kind: Kind, confidence: Confidence, evidence: &Evidence| {
        let at = shape.path(at);
        all.push(Finding::new(at, kind, confidence, evidence.clone()));
    };
    for ((relation, members), evidence) in &session.notes.relations {
        let (first, others) = (members[0], &members[1..]);
        // A check of the provider's own may use a library's words, for example where one of several
        // booleans must be true: a group of which one must be set also complains when none is.
        let complaining = session.notes.groups_of_nothing.as_ref();
        let own = relation.is_group()
            && members.iter().all(|at| shape.nodes[*at].parent.is_none())
            && complaining.is_some_and(|all| !all.contains(members));
        if own {
            let answer = &evidence.answer;
            let text = answer.strip_prefix("log: ").unwrap_or(answer);
            let kind = validator(text, &Seen::default());
            push(first, kind, Confidence::CannotBeKnown, evidence);
            continue;
        }
        let named = || paths(shape, &session.notes.named_by(first, *relation));
        let kind = match relation {
            Relation::Conflicts => Kind::ConflictsWith(named()),
            Relation::RequiredWith => Kind::RequiredWith(named()),
            Relation::PreferWriteOnly => Kind::PreferWriteOnly(shape.path(others[0]).clone()),
            Relation::Total(total) => Kind::Total(*total, paths(shape, others)),
            Relation::ExactlyOne => Kind::ExactlyOneOf(paths(shape, members)),
            Relation::AtLeastOne => Kind::AtLeastOneOf(paths(shape, members)),
            Relation::OneOrMore => {
                // A group that is rejected when several are set is one of "exactly one".
                let mut exactly = session.notes.related(Relation::ExactlyOne);
                if exactly.any(|one| one == members) {
                    continue;
                }
                Kind::AtLeastOneOf(paths(shape, members))
            }
        };
        let owners = if relation.is_group() {
            members
        } else {
            &members[..1]
        };
        for at in owners {
            push(*at, kind.clone(), Confidence::Learned, evidence);
        }
    }
    for (at, (text, evidence)) in &session.notes.deprecated {
        // SDKv2 says it of a set for everything in it.
        let said = |around: &usize| session.notes.deprecated.get(around).map(|(text, _)| text);
        let mut around = shape.around(*at).into_iter();
        if !around.any(|around| said(&around) == Some(text)) {
            let kind = Kind::Deprecated(text.clone());
            push(*at, kind, Confidence::Learned, evidence);
        }
    }
    for (at, evidence) in &session.notes.missing {
        let node = &shape.nodes[*at];
        if !node.required && node.min == 0 {
            push(*at, Kind::Required, Confidence::Learned, evidence);
        }
    }
}

/// The rules for a field's values.
fn values(session: &Session<'_>, at: usize, all: &mut Vec<Finding>) {
    let shape = session.shape;
    let node = &shape.nodes[at];
    let seen = session.seen(at);
    let mut push = |kind: Kind, confidence: Confidence, evidence: &Evidence| {
        let evidence = evidence.clone();
        all.push(Finding::new(&node.path, kind, confidence, evidence));
    };
    if let Some((bits, evidence)) = session.notes.whole.get(&at) {
        push(Kind::Integer(*bits), Confidence::Learned, evidence);
    }
    if let Some((format, evidence)) = session.notes.semantic.get(&at) {
        push(Kind::SemanticType(format), Confidence::Likely, evidence);
    }
    let noted = session.notes.rules.get(&at).into_iter().flatten();
    let noted = noted.map(|noted| of_elements(noted, node.leaf()));
    let (logged, mut by_messages): (Vec<Noted>, Vec<Noted>) = noted.partition(|noted| noted.by_log);
    let log_tells = session.sdk == Sdk::Framework && session.notes.log_is_whole;
    by_messages.retain(|noted| {
        let mut logged = logged.iter();
        !logged.any(|outer| contains(&outer.rule, &noted.rule))
    });
    let messages = session
        .notes
        .messages
        .get(&at)
        .map_or(&[][..], Vec::as_slice);
    // A printed float has six decimals: a rejected value that satisfies all stated rules shows that
    // one lost digits.
    let said = Rule::All(logged.iter().map(|noted| noted.rule.clone()).collect());
    let rounded = node.is_number()
        && messages.is_empty()
        && !logged.is_empty()
        && !agrees(&said, &seen, true);
    for noted in &logged {
        let rule = ignoring_case(&noted.rule, &seen);
        let confidence = Confidence::learned_if(agrees(&rule, &seen, false) && !rounded);
        push(Kind::Validator(rule), confidence, &noted.evidence);
    }
    if log_tells {
        for noted in &by_messages {
            let kind = Kind::Validator(noted.rule.clone());
            push(kind, Confidence::Likely, &noted.evidence);
        }
    } else {
        let alone = messages.is_empty();
        together(&by_messages, &seen, node.leaf(), alone, &mut push);
    }
    own(messages, log_tells, &seen, node, &mut push);
}

type Push<'p> = dyn FnMut(Kind, Confidence, &Evidence) + 'p;

/// Rules found in messages. Those that an accepted value breaks are alternatives, since "any of"
/// does not announce itself. `alone` means that there is no other check, so a value that satisfies
/// all of them is accepted.
fn together(noted: &[Noted], seen: &Seen, ty: Option<&Type>, alone: bool, push: &mut Push<'_>) {
    let as_said = |noted: &Noted| or_empty(rejoined(ignoring_case(&noted.rule, seen), seen), seen);
    let all = noted.iter();
    let mut rules: Vec<(Rule, &Evidence)> =
        all.map(|noted| (as_said(noted), &noted.evidence)).collect();
    drop_unfinished(&mut rules);
    let (mut told, mut alternatives): (Vec<_>, Vec<_>) = rules
        .into_iter()
        .partition(|(rule, _)| agrees(rule, seen, false));
    if alternatives.len() > 1 {
        let any = Rule::Any(alternatives.iter().map(|(rule, _)| rule.clone()).collect());
        told.push((any, alternatives[0].1));
        alternatives.clear();
    }
    for (rule, evidence) in alternatives {
        push(Kind::Validator(rule), Confidence::Likely, evidence);
    }
    // A rejected value that satisfies all stated rules shows that one is stated badly, such as a
    // float with six decimals.
    let stated: Vec<Rule> = told.iter().map(|(rule, _)| rule.clone()).collect();
    // If no value was accepted, only one that is rejected although it satisfies a rule shows that
    // the others must hold as well.
    let separate = stated.len() < 2
        || !seen.accepted.is_empty()
        || alone && !agrees(&Rule::Any(stated.clone()), seen, true);
    if !separate && ty.is_some_and(|ty| keeping_all(&stated, ty).is_empty()) {
        told = vec![(Rule::Any(stated.clone()), told[0].1)];
    }
    let explained = separate && (!alone || agrees(&Rule::All(stated), seen, true));
    for (rule, evidence) in told {
        let unfinished = matches!(&rule, Rule::Network(bounds) if *bounds == Bounds::default());
        let sure = agrees(&rule, seen, false) && explained && !unfinished;
        let confidence = Confidence::learned_if(sure);
        push(Kind::Validator(rule), confidence, evidence);
    }
}

/// Check messages that another string makes more precise, such as a URL without its schemes.
fn drop_unfinished(rules: &mut Vec<(Rule, &Evidence)>) {
    let any = |is: fn(&Rule) -> bool| rules.iter().any(|(rule, _)| is(rule));
    let url = any(|rule| matches!(rule, Rule::Url(schemes) if !schemes.is_empty()));
    let base64 = any(|rule| *rule == Rule::Format("base64"));
    let network = any(|rule| matches!(rule, Rule::Network(one) if *one != Bounds::default()));
    rules.retain(|(rule, _)| match rule {
        Rule::Url(schemes) => !url || !schemes.is_empty(),
        Rule::Network(bounds) => !network || *bounds != Bounds::default(),
        // The same check has two messages.
        Rule::NotEmpty => !base64,
        _ => true,
    });
}

/// Whether no accepted value breaks a rule and, with `alone`, no rejected value satisfies it.
fn agrees(rule: &Rule, seen: &Seen, alone: bool) -> bool {
    let mut accepted = seen.accepted.iter();
    let mut refused = seen.refused.iter();
    accepted.all(|value| holds(rule, value) != Some(false))
        && (!alone || refused.all(|(value, _)| holds(rule, value) != Some(true)))
}

/// What the log says about plan modifiers. A non-standard one makes the field's other findings only
/// likely.
fn modifiers(session: &Session<'_>, at: usize, all: &mut Vec<Finding>) {
    let node = &session.shape.nodes[at];
    for kind in session.notes.modifiers.get(&at).into_iter().flatten() {
        let sure = matches!(kind, Kind::ForceNew | Kind::KeepsValue);
        let evidence = Evidence::new("plan, with the log", format!("log: {}", describe(kind)));
        let confidence = Confidence::learned_if(sure);
        all.push(Finding::new(&node.path, kind.clone(), confidence, evidence));
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
