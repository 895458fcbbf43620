//! What was noted about the fields of a type before it is judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{AttributePath, Confidence, Evidence, Finding, Format, Kind, Rule};
use crate::learn::session::{Said, Session};
use crate::learn::shape::Shape;
use crate::learn::text::{Claim, Relation, What};

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
    /// Lines of the log that name no attribute, as those of block validators: the kind of value, and
    /// the description.
    pub(crate) nameless: BTreeSet<(String, String)>,
    /// The type has custom code that changes plans.
    pub(crate) modifies_plan: bool,
    /// Messages about the whole type.
    pub(crate) whole_type: BTreeMap<String, Evidence>,
    /// What is known from plans, already judged.
    pub(crate) findings: Vec<Finding>,
}

impl Session<'_> {
    /// Notes a finding that needs no further judgement: about a field, or the whole type.
    pub(crate) fn found(
        &mut self,
        at: Option<usize>,
        kind: Kind,
        confidence: Confidence,
        probe: impl Into<String>,
        answer: impl Into<String>,
    ) {
        let whole = AttributePath::default();
        let at = at.map_or(&whole, |at| self.shape.path(at));
        let finding = Finding::new(at, kind, confidence, Evidence::new(probe, answer));
        self.notes.findings.push(finding);
    }

    /// Records the claims of an answer.
    pub(crate) fn take(&mut self, said: &[Said], probe: &str) {
        for said in said {
            let evidence = Evidence::new(probe, &said.text);
            match said.at {
                Some(at) => self.note(at, &said.claim, evidence, false),
                None if said.error => {
                    if let What::Own(text) = &said.claim.what {
                        let known = self.notes.whole_type.entry(text.clone());
                        known.or_insert(evidence);
                    }
                }
                None => {}
            }
        }
    }

    /// Notes a claim about a field.
    pub(crate) fn note(&mut self, at: usize, claim: &Claim, evidence: Evidence, by_log: bool) {
        let notes = &mut self.notes;
        match &claim.what {
            What::Rule(rule) => {
                let known = notes.rules.entry(at).or_default();
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
                let others = names.iter().map(|name| resolve(self.shape, at, name));
                let Some(others) = others.collect::<Option<Vec<usize>>>() else {
                    return;
                };
                for members in members(*relation, at, &others) {
                    let known = notes.relations.entry((*relation, members));
                    let known = known.or_insert_with(|| evidence.clone());
                    // Each member complains, in any order: the first in the alphabet is kept.
                    if known.probe == evidence.probe && evidence.answer < known.answer {
                        known.answer.clone_from(&evidence.answer);
                    }
                }
            }
            What::Missing => drop(notes.missing.entry(at).or_insert(evidence)),
            What::Whole(bits) => {
                let known = notes.whole.entry(at).or_insert((*bits, evidence));
                known.0 = known.0.min(*bits);
            }
            What::Unconfigurable => drop(notes.unconfigurable.insert(at)),
            What::Count => {}
            What::Deprecated(text) => {
                let known = notes.deprecated.entry(at);
                known.or_insert((text.clone(), evidence));
            }
            What::Semantic(format) => drop(notes.semantic.entry(at).or_insert((*format, evidence))),
            What::HiddenPattern(text) | What::Own(text) => notes.message(
                at,
                Message {
                    text: text.clone(),
                    evidence,
                    is_pattern: matches!(claim.what, What::HiddenPattern(_)),
                    by_log,
                },
            ),
        }
    }
}

impl Notes {
    /// Whether something like this was found about a field.
    pub(crate) fn has(&self, at: &AttributePath, is_meant: fn(&Kind) -> bool) -> bool {
        let mut all = self.findings.iter();
        all.any(|finding| finding.at == *at && is_meant(&finding.kind))
    }

    fn message(&mut self, at: usize, new: Message) {
        let known = self.messages.entry(at).or_default();
        if let Some(message) = known.iter_mut().find(|message| message.text == new.text) {
            message.is_pattern |= new.is_pattern;
            return;
        }
        // A message that repeats a value, or a part of it, is the same message in other words.
        let words: BTreeSet<&str> = new.text.split_whitespace().collect();
        let like = |message: &Message| {
            let shared = message.text.split_whitespace();
            let shared = shared.filter(|word| words.contains(word)).count();
            !message.is_pattern && !message.by_log && 2 * shared >= words.len()
        };
        if !new.by_log && !new.is_pattern && known.iter().any(like) {
            return;
        }
        known.push(new);
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
        let own = all.filter(|members| members.contains(&at)).flatten();
        own.copied().filter(|other| *other != at).collect()
    }

    /// The fields that a field names in a relation of pairs.
    pub(crate) fn named_by(&self, at: usize, relation: Relation) -> BTreeSet<usize> {
        let all = self.related(relation);
        let own = all.filter(|pair| pair[0] == at);
        own.flat_map(|pair| &pair[1..]).copied().collect()
    }
}

/// The field of this name as seen from another: `<` is one level up; without it, from the root,
/// else a sibling.
pub(crate) fn resolve(shape: &Shape, at: usize, name: &str) -> Option<usize> {
    let mut path = shape.path(at).clone();
    let from_root = AttributePath::dotted(name);
    if from_root.0[0] == "<" {
        for part in from_root.0 {
            match part.as_str() {
                "<" => drop(path.0.pop()),
                _ => path.0.push(part),
            }
        }
        return shape.find(&path);
    }
    shape.find(&from_root).or_else(|| {
        path.0.pop();
        path.0.extend(from_root.0);
        shape.find(&path)
    })
}
