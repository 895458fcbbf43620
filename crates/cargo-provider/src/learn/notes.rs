//! What was noted about the fields of a type before it is judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{Evidence, Format, Kind, Rule, Total};
use crate::learn::session::Said;
use crate::learn::shape::Shape;
use crate::learn::text::{Claim, What};

/// Log lines of block validators, which name no attribute: the kind of value, the description and
/// the count.
pub(crate) type Nameless = BTreeMap<(String, String), usize>;

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
    /// The fields that report a conflict, and with which fields.
    pub(crate) conflicts: BTreeMap<(usize, usize), Evidence>,
    pub(crate) required_with: BTreeMap<(usize, usize), Evidence>,
    pub(crate) exactly: BTreeMap<BTreeSet<usize>, Evidence>,
    pub(crate) at_least: BTreeMap<BTreeSet<usize>, Evidence>,
    /// Groups whose kind (of these two) is not known yet.
    pub(crate) one_or_more: BTreeMap<BTreeSet<usize>, Evidence>,
    pub(crate) prefers: BTreeMap<(usize, usize), Evidence>,
    pub(crate) totals: Vec<(usize, Total, Vec<usize>, Evidence)>,
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
    pub(crate) findings: Vec<crate::findings::Finding>,
}

impl Notes {
    /// Records the claims of an answer.
    pub(crate) fn take(&mut self, shape: &Shape, said: &[Said], probe: &str) {
        for said in said {
            let evidence = Evidence {
                probe: probe.to_owned(),
                answer: said.text.clone(),
            };
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
        let find = |names: &[String]| -> Option<Vec<usize>> {
            names.iter().map(|name| resolve(shape, at, name)).collect()
        };
        let group = |names: &[String]| -> Option<BTreeSet<usize>> {
            let mut group: BTreeSet<usize> = find(names)?.into_iter().collect();
            group.insert(at);
            Some(group)
        };
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
            What::Conflicts(names) => {
                for other in find(names).unwrap_or_default() {
                    self.conflicts
                        .entry((at, other))
                        .or_insert_with(|| evidence.clone());
                }
            }
            What::RequiredWith(names) => {
                for other in find(names)
                    .unwrap_or_default()
                    .into_iter()
                    .filter(|other| *other != at)
                {
                    self.required_with
                        .entry((at, other))
                        .or_insert_with(|| evidence.clone());
                }
            }
            What::ExactlyOne(names) => {
                if let Some(group) = group(names) {
                    self.exactly.entry(group).or_insert(evidence);
                }
            }
            What::AtLeastOne(names) => {
                if let Some(group) = group(names) {
                    self.at_least.entry(group).or_insert(evidence);
                }
            }
            What::OneOrMore(names) => {
                if let Some(group) = group(names) {
                    self.one_or_more.entry(group).or_insert(evidence);
                }
            }
            What::PreferWriteOnly(name) => {
                if let Some(other) = resolve(shape, at, name) {
                    self.prefers.entry((at, other)).or_insert(evidence);
                }
            }
            What::Total(total, names) => {
                if let Some(others) = find(names)
                    && !self
                        .totals
                        .iter()
                        .any(|known| (known.0, known.1) == (at, *total) && known.2 == others)
                {
                    self.totals.push((at, *total, others, evidence));
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

    /// The fields that conflict with a field.
    pub(crate) fn excluded_by(&self, at: usize) -> BTreeSet<usize> {
        let pairs = self.conflicts.keys().filter_map(|&(a, b)| match at {
            _ if a == at => Some(b),
            _ if b == at => Some(a),
            _ => None,
        });
        let groups = self.exactly.keys().filter(|group| group.contains(&at));
        let mut all: BTreeSet<usize> = pairs.chain(groups.flatten().copied()).collect();
        all.remove(&at);
        all
    }

    /// The fields that a field requires.
    pub(crate) fn needed_by(&self, at: usize) -> BTreeSet<usize> {
        let pairs = self.required_with.keys();
        pairs
            .filter(|(from, _)| *from == at)
            .map(|(_, to)| *to)
            .collect()
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
