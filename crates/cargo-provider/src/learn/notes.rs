//! What was noted about the fields of a type before it is judged.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{AttributePath, Evidence, Finding, Format, Kind, Rule};
use crate::learn::shape::Shape;
use crate::learn::text::Relation;

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
    /// Which fields are related, in the order in which `noting` gives them.
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
    /// Lines of the log that name no attribute, as those of block validators: the kind of value,
    /// and the description.
    pub(crate) nameless: BTreeSet<(String, String)>,
    /// The type has custom code that changes plans.
    pub(crate) modifies_plan: bool,
    /// Messages about the whole type.
    pub(crate) whole_type: BTreeMap<String, Evidence>,
    /// What is known from plans, already judged.
    pub(crate) findings: Vec<Finding>,
}

impl Notes {
    /// Whether something like this was found about a field.
    pub(crate) fn has(&self, at: &AttributePath, is_meant: fn(&Kind) -> bool) -> bool {
        let mut all = self.findings.iter();
        all.any(|finding| finding.at == *at && is_meant(&finding.kind))
    }

    pub(super) fn message(&mut self, at: usize, new: Message) {
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
