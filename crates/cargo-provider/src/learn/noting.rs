//! Puts what was said into the notes of a session.

use std::collections::BTreeSet;

use crate::findings::{AttributePath, Confidence, Evidence, Finding, Kind};
use crate::learn::notes::{Message, Noted, resolve};
use crate::learn::session::{Said, Session};
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
