//! The first pass: what a program built on Go's framework logs. Each validator and plan modifier
//! logs a line with the attribute and a description before it runs, whether or not it complains.

use crate::findings::{AttributePath, Evidence, Sdk};
use crate::learn::notes::{Nameless, Notes};
use crate::learn::oracle::LogEntry;
use crate::learn::session::Session;
use crate::learn::shape::Config;
use crate::learn::text::{self, Claim, What, name};

/// Reads the log of a few calls. `everything` sets all values, `other` sets all to different ones.
pub(crate) fn pass(session: &mut Session<'_>, notes: &mut Notes, everything: &Config, plans: bool) {
    let Some((answer, said)) = session.validate_with(everything, true) else {
        return;
    };
    if !answer
        .log
        .iter()
        .any(|entry| entry.module.starts_with("sdk.framework"))
    {
        if answer
            .log
            .iter()
            .any(|entry| entry.module.contains("helper_schema"))
        {
            session.sdk = Sdk::Sdkv2;
        }
        notes.take(session.shape, &said, EVERYTHING);
        return;
    }
    session.sdk = Sdk::Framework;
    notes.take(session.shape, &said, EVERYTHING);
    take(session, notes, &answer.log, EVERYTHING);
    // The content of a block whose own validator fails is not checked: other blocks hold only one
    // element, or as many as they need.
    for block in session.blocks() {
        let inside = |at: &usize| session.shape.around(*at).contains(&block);
        let mut alone = Config {
            leaves: everything.leaves.clone(),
            ..Config::default()
        };
        alone.leaves.retain(|at, _| inside(at));
        alone.counts.insert(block, session.count(block));
        let mut bare = Config::default();
        bare.counts.insert(block, session.count(block));
        for config in [alone, bare] {
            if let Some((answer, said)) = session.validate_with(&config, true) {
                notes.take(session.shape, &said, "validate with this block alone");
                take(
                    session,
                    notes,
                    &answer.log,
                    "validate with this block alone",
                );
            }
        }
    }
    notes.log_is_whole = !plans;
}

const EVERYTHING: &str = "validate with everything set";

/// Reads the log of one answer.
pub(crate) fn take(session: &Session<'_>, notes: &mut Notes, log: &[LogEntry], probe: &str) {
    let mut here = Nameless::new();
    for entry in log {
        if let Some(name) = text::default_value(&entry.message) {
            notes.defaults.extend(find(session, &name));
            continue;
        }
        notes.modifies_plan |= entry.message == "Resource implements ResourceWithModifyPlan";
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
                        Some(at) => notes.note(session.shape, at, claim, evidence.clone(), true),
                        None => drop(
                            notes
                                .whole_type
                                .entry(entry.description.clone())
                                .or_insert(evidence.clone()),
                        ),
                    }
                }
            }
            _ if entry.description.is_empty() => {}
            None => {
                *here
                    .entry((called.to_owned(), entry.description.clone()))
                    .or_default() += 1
            }
            Some(at) if called.to_lowercase().contains("modif") => {
                let kind = text::modifier(&entry.description);
                let known = notes.modifiers.entry(at).or_default();
                if !known.contains(&kind) {
                    known.push(kind);
                }
            }
            Some(at) => {
                for claim in &claims {
                    notes.note(session.shape, at, claim, evidence.clone(), true);
                }
            }
        }
    }
    for (line, count) in here {
        let known = notes.nameless.entry(line).or_default();
        *known = (*known).max(count);
    }
}

fn find(session: &Session<'_>, name: &str) -> Option<usize> {
    session.shape.find(&AttributePath::dotted(name))
}

/// Lines without an attribute belong to blocks: the one that a message with the same claim names,
/// else the only possible one.
pub(crate) fn assign(session: &mut Session<'_>, notes: &mut Notes) {
    for ((called, description), _) in std::mem::take(&mut notes.nameless) {
        let claims = text::description(&description);
        let [claim] = claims.as_slice() else { continue };
        let evidence = Evidence::new(EVERYTHING, format!("log: {description}"));
        if is_known(session, notes, claim) {
            let rules = notes
                .rules
                .iter_mut()
                .filter(|(at, _)| session.shape.nodes[**at].nesting().is_some());
            for noted in rules.flat_map(|(_, rules)| rules) {
                noted.by_log |= What::Rule(noted.rule.clone()) == claim.what;
            }
            continue;
        }
        let kind = called.rsplit('.').next().unwrap_or_default();
        let fits = |at: &usize| {
            let node = &session.shape.nodes[*at];
            let nesting = match kind {
                "List" => node.nesting() == Some(super::shape::Nesting::List),
                "Set" => node.nesting() == Some(super::shape::Nesting::Set),
                _ => true,
            };
            node.is_block && nesting
        };
        let blocks: Vec<usize> = session.blocks().into_iter().filter(fits).collect();
        match blocks.as_slice() {
            [only] => match called.to_lowercase().contains("modif") {
                true => notes
                    .modifiers
                    .entry(*only)
                    .or_default()
                    .push(text::modifier(&description)),
                false => notes.note(session.shape, *only, claim, evidence, true),
            },
            _ => session.gap(format!(
                "A check of one of the blocks cannot be identified in the log: {description}"
            )),
        }
    }
}

/// Whether a message shows that a block has it.
fn is_known(session: &Session<'_>, notes: &Notes, claim: &Claim) -> bool {
    let is_block = |at: &usize| session.shape.nodes[*at].nesting().is_some();
    match &claim.what {
        What::Rule(rule) => {
            let mut blocks = notes.rules.iter().filter(|(at, _)| is_block(at));
            blocks.any(|(_, rules)| rules.iter().any(|noted| noted.rule == *rule))
        }
        What::Missing => notes.missing.keys().any(is_block),
        What::Relation(relation, _) => {
            let owners = if relation.is_group() { usize::MAX } else { 1 };
            let mut all = notes.related(*relation);
            all.any(|members| members.iter().take(owners).any(is_block))
        }
        _ => false,
    }
}
