//! The first pass: what a program built on Go's framework logs. Each validator and plan modifier
//! logs a line with the attribute and a description before it runs, whether or not it complains.

use crate::findings::{AttributePath, Evidence, Sdk};
use crate::learn::oracle::LogEntry;
use crate::learn::session::Session;
use crate::learn::shape::{Config, Nesting};
use crate::learn::text::{self, Claim, What, name};

/// Reads the log of a few calls. `everything` sets all values, `other` sets all to different ones.
pub(crate) fn pass(session: &mut Session<'_>, everything: &Config, plans: bool) {
    let Some((answer, said)) = session.validate(everything, true) else {
        return;
    };
    session.take(&said, EVERYTHING);
    let logs = |is: fn(&str) -> bool| answer.log.iter().any(|entry| is(&entry.module));
    if !logs(|module| module.starts_with("sdk.framework")) {
        if logs(|module| module.contains("helper_schema")) {
            session.sdk = Sdk::Sdkv2;
        }
        return;
    }
    session.sdk = Sdk::Framework;
    take(session, &answer.log, EVERYTHING);
    // The content of a block whose own validator fails is not checked: other blocks hold only one
    // element, or as many as they need.
    for block in session.blocks() {
        let bare = Config {
            counts: [(block, session.count(block))].into(),
            ..Config::default()
        };
        let mut alone = bare.clone();
        alone.leaves.clone_from(&everything.leaves);
        let shape = session.shape;
        alone.leaves.retain(|at, _| shape.is_inside(*at, block));
        for config in [alone, bare] {
            if let Some((answer, said)) = session.validate(&config, true) {
                let probe = "validate with this block alone";
                session.take(&said, probe);
                take(session, &answer.log, probe);
            }
        }
    }
    session.notes.log_is_whole = !plans;
}

const EVERYTHING: &str = "validate with everything set";

/// Reads the log of one answer.
pub(crate) fn take(session: &mut Session<'_>, log: &[LogEntry], probe: &str) {
    for entry in log {
        if let Some(name) = text::default_value(&entry.message) {
            session.notes.defaults.extend(find(session, &name));
            continue;
        }
        session.notes.modifies_plan |=
            entry.message == "Resource implements ResourceWithModifyPlan";
        let Some(called) = entry.message.strip_prefix("Calling provider defined ") else {
            continue;
        };
        let evidence = Evidence::new(probe, format!("log: {}", entry.description));
        let at = name(&entry.path).and_then(|name| find(session, &name));
        let claims = text::description(&entry.description);
        match at {
            // Relations of the whole type name their members.
            None if called.contains("ConfigValidator") => {
                for claim in &claims {
                    let name = claim.name.as_deref().and_then(|name| find(session, name));
                    match name {
                        Some(at) => session.note(at, claim, evidence.clone(), true),
                        None => {
                            let known = session.notes.whole_type.entry(entry.description.clone());
                            known.or_insert(evidence.clone());
                        }
                    }
                }
            }
            _ if entry.description.is_empty() => {}
            None => {
                let line = (called.to_owned(), entry.description.clone());
                session.notes.nameless.insert(line);
            }
            Some(at) if is_modifier(called) => {
                let kind = text::modifier(&entry.description);
                let known = session.notes.modifiers.entry(at).or_default();
                if !known.contains(&kind) {
                    known.push(kind);
                }
            }
            Some(at) => {
                for claim in &claims {
                    session.note(at, claim, evidence.clone(), true);
                }
            }
        }
    }
}

fn is_modifier(called: &str) -> bool {
    called.to_lowercase().contains("modif")
}

fn find(session: &Session<'_>, name: &str) -> Option<usize> {
    session.shape.find(&AttributePath::dotted(name))
}

/// Lines without an attribute belong to blocks: the one that a message with the same claim names,
/// else the only possible one.
pub(crate) fn assign(session: &mut Session<'_>) {
    for (called, description) in std::mem::take(&mut session.notes.nameless) {
        let claims = text::description(&description);
        let [claim] = claims.as_slice() else { continue };
        let evidence = Evidence::new(EVERYTHING, format!("log: {description}"));
        if is_known(session, claim) {
            let nodes = &session.shape.nodes;
            let rules = session.notes.rules.iter_mut();
            let of_blocks = rules.filter(|(at, _)| nodes[**at].nesting().is_some());
            for noted in of_blocks.flat_map(|(_, rules)| rules) {
                noted.by_log |= What::Rule(noted.rule.clone()) == claim.what;
            }
            continue;
        }
        let kind = called.rsplit('.').next().unwrap_or_default();
        let fits = |at: &usize| {
            let node = &session.shape.nodes[*at];
            node.is_block
                && match kind {
                    "List" => node.nesting() == Some(Nesting::List),
                    "Set" => node.nesting() == Some(Nesting::Set),
                    _ => true,
                }
        };
        let blocks: Vec<usize> = session.blocks().into_iter().filter(fits).collect();
        match blocks.as_slice() {
            [only] if is_modifier(&called) => {
                let known = session.notes.modifiers.entry(*only).or_default();
                known.push(text::modifier(&description));
            }
            [only] => session.note(*only, claim, evidence, true),
            _ => session.gap(format!(
                "A check of one of the blocks cannot be identified in the log: {description}"
            )),
        }
    }
}

/// Whether a message shows that a block has it.
fn is_known(session: &Session<'_>, claim: &Claim) -> bool {
    let is_block = |at: &usize| session.shape.nodes[*at].nesting().is_some();
    match &claim.what {
        What::Rule(rule) => {
            let mut blocks = session.notes.rules.iter().filter(|(at, _)| is_block(at));
            blocks.any(|(_, rules)| rules.iter().any(|noted| noted.rule == *rule))
        }
        What::Missing => session.notes.missing.keys().any(is_block),
        What::Relation(relation, _) => {
            let owners = if relation.is_group() { usize::MAX } else { 1 };
            let mut all = session.notes.related(*relation);
            all.any(|members| members.iter().take(owners).any(is_block))
        }
        _ => false,
    }
}
