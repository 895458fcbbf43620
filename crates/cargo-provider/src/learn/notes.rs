//! What was noted about the fields of a type before it is judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{Confidence, Evidence, Finding, Format, Kind, Rule};
use crate::learn::session::Said;
use crate::learn::shape::Shape;
use crate::learn::text::{Claim, Relation, What};

/// Log lines of block validators, which name no attribute: the kind of value, the description and
/// the count.
pub(crate) type Nameless = BTreeMap<(String, String), usize>;

/// The members of a relation as they are noted: a group in order, or the field that has it before
/// those that it names, in pairs where each of them counts.
fn members(relation: Relation, at: usize, others: &[usize]) -> Vec<Vec<usize>> {
    let all = |others: &[usize]| [&[at], others].concat();
    if relation.is_group() {
        let group = BTreeSet::from_iter(all(others));
        return vec![group.into_iter().collect()];
    }
    if let Relation::Total(_) = relation {
        return vec![all(others)];
    }
    let itself = relation == Relation::RequiredWith;
    let named = others.iter().filter(|other| !itself || **other != at);
    named.map(|other| all(&[*other])).collect()
}

/// A rule, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    pub(crate) rule: Rule,
    pub(crate) evidence: Evidence,
    /// The log says that exactly this is checked.
    pub(crate) by_log: bool,
}

/// A message of no known library.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) evidence: Evidence,
    pub(crate) is_pattern: bool,
    pub(crate) by_log: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) rules: BTreeMap<usize, Vec<Noted>>,
    pub(crate) messages: BTreeMap<usize, Vec<Message>>,
    pub(crate) whole: BTreeMap<usize, (u8, Evidence)>,
    pub(crate) semantic: BTreeMap<usize, (Format, Evidence)>,
    /// Which fields are related, in the order that [`members`] gives them.
    pub(crate) relations: BTreeMap<(Relation, Vec<usize>), Evidence>,
    /// The groups that complain when nothing is set; `None` if that was not answered.
    pub(crate) groups_of_nothing: Option<BTreeSet<Vec<usize>>>,
    pub(crate) missing: BTreeMap<usize, Evidence>,
    pub(crate) deprecated: BTreeMap<usize, (String, Evidence)>,
    pub(crate) unconfigurable: BTreeSet<usize>,
    /// The plan modifiers that the log shows.
    pub(crate) modifiers: BTreeMap<usize, Vec<Kind>>,
    /// The defaults that the log shows.
    pub(crate) defaults: BTreeSet<usize>,
    /// The log was read to the end: what it does not show does not exist.
    pub(crate) log_is_whole: bool,
    /// Lines of the log that name no attribute.
    pub(crate) nameless: Nameless,
    /// The type has custom code that changes plans.
    pub(crate) modifies_plan: bool,
    /// Messages about the whole type.
    pub(crate) whole_type: BTreeMap<String, Evidence>,
    /// What is known from plans, already judged.
    pub(crate) findings: Vec<Finding>,
}

impl Notes {
    /// Notes a finding that needs no further judgement: about a field, or the whole type.
    pub(crate) fn found(
        &mut self,
        shape: &Shape,
        at: Option<usize>,
        kind: Kind,
        confidence: Confidence,
        evidence: Evidence,
    ) {
        let at = at.map(|at| shape.path(at).clone()).unwrap_or_default();
        self.findings.push(Finding {
            at,
            kind,
            confidence,
            evidence,
        });
    }

    /// Records the claims of an answer.
    pub(crate) fn take(&mut self, shape: &Shape, said: &[Said], probe: &str) {
        for said in said {
            let evidence = Evidence::new(probe, &said.text);
            match said.at {
                Some(at) => self.note(shape, at, &said.claim, evidence, false),
                None if said.error => {
                    if let What::Own(text) = &said.claim.what {
                        self.whole_type.entry(text.clone()).or_insert(evidence);
                    }
                }
                None => {}
            }
        }
    }

    /// Notes a claim about a field.
    pub(crate) fn note(
        &mut self,
        shape: &Shape,
        at: usize,
        claim: &Claim,
        evidence: Evidence,
        by_log: bool,
    ) {
        match &claim.what {
            What::Rule(rule) => {
                let known = self.rules.entry(at).or_default();
                match known.iter_mut().find(|noted| noted.rule == *rule) {
                    Some(noted) => noted.by_log |= by_log,
                    None => known.push(Noted {
                        rule: rule.clone(),
                        evidence,
                        by_log,
                    }),
                }
            }
            What::Relation(relation, names) => {
                let others = names.iter().map(|name| resolve(shape, at, name));
                let Some(others) = others.collect::<Option<Vec<usize>>>() else {
                    return;
                };
                for members in members(*relation, at, &others) {
                    let known = self.relations.entry((*relation, members));
                    let known = known.or_insert_with(|| evidence.clone());
                    // Each member complains, in any order: the first in the alphabet is kept.
                    if known.probe == evidence.probe && evidence.answer < known.answer {
                        known.answer.clone_from(&evidence.answer);
                    }
                }
            }
            What::Missing => drop(self.missing.entry(at).or_insert(evidence)),
            What::Whole(bits) => {
                let known = self.whole.entry(at).or_insert((*bits, evidence));
                known.0 = known.0.min(*bits);
            }
            What::Unconfigurable => drop(self.unconfigurable.insert(at)),
            What::Count => {}
            What::Deprecated(text) => {
                self.deprecated
                    .entry(at)
                    .or_insert((text.clone(), evidence));
            }
            What::Semantic(format) => drop(self.semantic.entry(at).or_insert((*format, evidence))),
            What::HiddenPattern(text) => self.message(at, text, evidence, true, by_log),
            What::Own(text) => self.message(at, text, evidence, false, by_log),
        }
    }

    fn message(
        &mut self,
        at: usize,
        text: &str,
        evidence: Evidence,
        is_pattern: bool,
        by_log: bool,
    ) {
        let known = self.messages.entry(at).or_default();
        if let Some(message) = known.iter_mut().find(|message| message.text == text) {
            message.is_pattern |= is_pattern;
            return;
        }
        // A message that repeats a value, or a part of it, is the same message in other words.
        let words: BTreeSet<&str> = text.split_whitespace().collect();
        let like = |message: &Message| {
            let shared = message
                .text
                .split_whitespace()
                .filter(|word| words.contains(word))
                .count();
            !message.is_pattern && !message.by_log && 2 * shared >= words.len()
        };
        if !by_log && !is_pattern && known.iter().any(like) {
            return;
        }
        known.push(Message {
            text: text.to_owned(),
            evidence,
            is_pattern,
            by_log,
        });
    }

    /// The fields in each instance of a relation.
    pub(crate) fn related(&self, relation: Relation) -> impl Iterator<Item = &[usize]> {
        let all = self.relations.keys();
        all.filter_map(move |(known, members)| (*known == relation).then_some(&members[..]))
    }

    /// The fields that conflict with a field.
    pub(crate) fn excluded_by(&self, at: usize) -> BTreeSet<usize> {
        let all = self.related(Relation::Conflicts);
        let all = all.chain(self.related(Relation::ExactlyOne));
        let own = all.filter(|members| members.contains(&at));
        own.flatten()
            .copied()
            .filter(|other| *other != at)
            .collect()
    }

    /// The fields that a field names in a relation of pairs.
    pub(crate) fn named_by(&self, at: usize, relation: Relation) -> BTreeSet<usize> {
        let own = self
            .related(relation)
            .filter(|pair| pair.first() == Some(&at));
        own.flat_map(|pair| &pair[1..]).copied().collect()
    }
}

/// The field of this name as seen from another: `<` is one level up; without it, from the root,
/// else a sibling.
pub(crate) fn resolve(shape: &Shape, at: usize, name: &str) -> Option<usize> {
    let mut path = shape.path(at).clone();
    let parts: Vec<&str> = name.split('.').collect();
    if parts.first() == Some(&"<") {
        for part in parts {
            match part {
                "<" => drop(path.0.pop()),
                name => path.0.push(name.to_owned()),
            }
        }
        return shape.find(&path);
    }
    let from_root = parts.iter().map(|part| (*part).to_owned()).collect();
    let sibling = || {
        path.0.pop();
        path.0.extend(parts.iter().map(|part| (*part).to_owned()));
        shape.find(&path)
    };
    shape
        .find(&crate::findings::AttributePath(from_root))
        .or_else(sibling)
}
