//! The second pass: what validation reports for an empty configuration, a full one and wrong
//! values, and which values it accepts.
//!
//! | module | subject |
//! |---|---|
//! | `check` | values that keep and break each rule |
//! | `relations` | which fields go together |
//! | `settle` | values that are accepted |
//! | `wrong_values` | values that libraries reject |

mod check;
mod relations;
mod settle;
mod wrong_values;

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{Confidence, Evidence, Kind, Rule};
use crate::learn::environment;
use crate::learn::notes::{Notes, resolve};
use crate::learn::oracle::{Answer, Call};
use crate::learn::rule::{POOL, breaking, holds, keeping, keeping_all, many};
use crate::learn::session::{Said, Session};
use crate::learn::shape::{Config, Type, varied};
use crate::learn::text::{Relation, What};
use crate::learn::value::{Value, innermost};

use check::{bisect, check_rules, rejoin};
use relations::{pairs, partners, parts};
pub(crate) use settle::words;
use settle::{others, settle};
use wrong_values::{integers, wrong_values};

/// Values of the leaf attributes.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// An accepted value, or else the nearest to one.
    pub(crate) good: BTreeMap<usize, Value>,
    /// A second one.
    pub(crate) other: BTreeMap<usize, Value>,
}

/// Every leaf attribute with a unique value, so that a message that repeats it can be recognised.
pub(crate) fn everything(session: &Session<'_>, letter: &str) -> Config {
    let leaves = session.leaves().into_iter();
    let leaves =
        leaves.filter_map(|at| Some((at, filler(session.shape.nodes[at].leaf()?, at, letter)?)));
    Config {
        leaves: leaves.collect(),
        counts: least_counts(session),
    }
}

/// Blocks that must occur several times.
fn least_counts(session: &Session<'_>) -> BTreeMap<usize, usize> {
    let blocks = session.blocks().into_iter();
    blocks.map(|at| (at, session.count(at))).collect()
}

fn filler(ty: &Type, at: usize, letter: &str) -> Option<Value> {
    let number = u32::try_from(at).unwrap_or(0);
    ty.wrap(&match ty.innermost() {
        Type::Bool => Value::Bool(letter == "a"),
        Type::Number => {
            Value::Number(f64::from(number) + if letter == "a" { 7000.0 } else { 8000.0 })
        }
        _ => Value::text(format!("{letter}{number}x")),
    })
}

/// The leaf attributes in as few groups as the relations allow, without conflicts inside a group. A
/// broken relation hides what SDKv2 would say about the values.
fn covers(session: &Session<'_>, notes: &Notes) -> Vec<Vec<usize>> {
    let with_blocks = |at: usize| {
        let mut nodes = session.shape.around(at);
        nodes.push(at);
        nodes
    };
    let mut covers: Vec<(Vec<usize>, BTreeSet<usize>)> = Vec::new();
    for at in session.leaves() {
        let nodes = with_blocks(at);
        let excluded: BTreeSet<usize> = nodes
            .iter()
            .flat_map(|node| notes.excluded_by(*node))
            .collect();
        let free = covers
            .iter_mut()
            .find(|(_, present)| present.is_disjoint(&excluded));
        match free {
            Some((cover, present)) => {
                cover.push(at);
                present.extend(nodes);
            }
            None => covers.push((vec![at], nodes.into_iter().collect())),
        }
    }
    // The fields that another one requires are included.
    for (cover, present) in &mut covers {
        let needed: Vec<usize> = present
            .iter()
            .flat_map(|at| notes.named_by(*at, Relation::RequiredWith))
            .collect();
        let leaves = session.leaves();
        let inside = |at: &usize| {
            needed
                .iter()
                .any(|need| need == at || session.shape.around(*at).contains(need))
        };
        cover.extend(leaves.into_iter().filter(inside));
        cover.sort_unstable();
        cover.dedup();
    }
    covers.into_iter().map(|(cover, _)| cover).collect()
}

/// A configuration of some leaf attributes.
fn config_of(
    session: &Session<'_>,
    cover: &[usize],
    value: &dyn Fn(usize) -> Option<Value>,
) -> Config {
    let leaves: BTreeMap<usize, Value> = cover
        .iter()
        .filter_map(|at| Some((*at, value(*at)?)))
        .collect();
    let present: BTreeSet<usize> = leaves
        .keys()
        .flat_map(|at| session.shape.around(*at))
        .collect();
    let mut counts = least_counts(session);
    counts.retain(|at, _| present.contains(at));
    Config { leaves, counts }
}

/// Validates these values of all the leaf attributes concerned, in as few configurations as the
/// relations allow.
fn probe_covers(
    session: &mut Session<'_>,
    notes: &mut Notes,
    what: &str,
    concerned: &dyn Fn(usize) -> bool,
    value: &dyn Fn(usize) -> Option<Value>,
) {
    for cover in covers(session, notes) {
        if cover.iter().any(|at| concerned(*at)) && !session.is_stopped() {
            let config = config_of(session, &cover, value);
            probe(session, notes, &config, what);
        }
    }
}

/// Runs the pass. It returns the values that plans use.
pub(crate) fn pass(session: &mut Session<'_>, notes: &mut Notes) -> Values {
    if let Some((answer, said)) = probe(session, notes, &Config::default(), NOTHING) {
        notes.groups_of_nothing = Some(groups(session, &said));
        prepared(session, notes, &answer);
    }
    let bare = Config {
        counts: least_counts(session),
        ..Config::default()
    };
    probe(session, notes, &bare, "validate with bare blocks");
    // Blocks without their inner blocks, one of which may be required.
    for depth in 1..4 {
        let mut shallow = bare.clone();
        shallow
            .counts
            .retain(|at, _| session.shape.path(*at).0.len() <= depth);
        if shallow != bare
            && shallow
                .counts
                .keys()
                .any(|at| session.shape.path(*at).0.len() == depth)
        {
            probe(session, notes, &shallow, "validate with bare blocks");
        }
    }
    // Relations appear one after the other: a conflict names only one partner.
    let shape = session.shape;
    let known = |session: &Session<'_>, notes: &Notes| {
        let relations = [
            Relation::Conflicts,
            Relation::ExactlyOne,
            Relation::RequiredWith,
        ]
        .map(|one| notes.related(one).count())
        .iter()
        .sum::<usize>();
        relations + session.left_out.len()
    };
    for _ in 0..8 {
        let before = known(session, notes);
        let value = |at: usize| filler(shape.nodes[at].leaf()?, at, "a");
        let what = "validate with everything set";
        probe_covers(session, notes, what, &|_| true, &value);
        if before == known(session, notes) || session.is_stopped() {
            break;
        }
    }
    parts(session, notes);
    partners(session, notes);
    pairs(session, notes);
    wrong_values(session, notes);
    integers(session, notes);
    let mut values = settle(session, notes);
    check_rules(session, notes, &values);
    rejoin(session, notes, &values);
    bisect(session, notes, &values);
    others(session, notes, &mut values);
    values
}

const NOTHING: &str = "validate with nothing set";

/// The groups of fields that an answer is about.
fn groups(session: &Session<'_>, said: &[Said]) -> BTreeSet<Vec<usize>> {
    let group = |said: &Said| match &said.claim.what {
        What::Relation(relation, names) if relation.is_group() => {
            let named = |name: &String| resolve(session.shape, said.at.unwrap_or(0), name);
            let members = names.iter().filter_map(named).chain(said.at);
            Some(Vec::from_iter(BTreeSet::from_iter(members)))
        }
        _ => None,
    };
    said.iter().filter_map(group).collect()
}

/// For the provider's settings, protocol 5 answers with the values that replace unset ones.
fn prepared(session: &mut Session<'_>, notes: &mut Notes, answer: &Answer) {
    let shape = session.shape;
    let config = Config::default().build(shape);
    for at in session.leaves() {
        let value = shape.first(at, &answer.planned);
        if shape.nodes[at].parent.is_none() && *value != Value::Null && value.is_known() {
            let evidence = Evidence::new(NOTHING, format!("prepared as {}", value.json()));
            let kind = Kind::Default(value.json());
            notes.found(shape, Some(at), kind, Confidence::Learned, evidence);
        }
    }
    environment::pass(session, notes, &Call::Validate { config }, answer, NOTHING);
}

/// Validates and takes notes; if an error names no field, bisects the configuration to find it.
fn probe(
    session: &mut Session<'_>,
    notes: &mut Notes,
    config: &Config,
    what: &str,
) -> Option<(Answer, Vec<Said>)> {
    let (answer, said) = session.validate(config)?;
    notes.take(session.shape, &said, what);
    let outside: Vec<usize> = notes.unconfigurable.iter().copied().collect();
    session.left_out.extend(outside);
    if said.iter().any(|said| is_open(session, said)) {
        isolate(session, notes, config, &mut 24);
        // An error that no part reproduces is about no field.
        for said in said.iter().filter(|said| said.error && said.at.is_none()) {
            session.owners.entry(said.text.clone()).or_default();
        }
    }
    Some((answer, said))
}

/// The claims about a part of a configuration: a field that is missing there was set before.
fn without_missing(mut said: Vec<Said>) -> Vec<Said> {
    said.retain(|said| said.claim.what != What::Missing);
    said
}

/// An error whose field is not known yet.
fn is_open(session: &Session<'_>, said: &Said) -> bool {
    said.error && said.at.is_none() && !session.owners.contains_key(&said.text)
}

fn isolate(session: &mut Session<'_>, notes: &mut Notes, config: &Config, left: &mut usize) {
    let leaves: Vec<usize> = config.leaves.keys().copied().collect();
    if leaves.len() < 2 {
        return;
    }
    for half in leaves.chunks(leaves.len().div_ceil(2)) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let config = config_of(session, half, &|at| config.leaves.get(&at).cloned());
        let Some((_, said)) = session.validate(&config) else {
            return;
        };
        let said = without_missing(said);
        notes.take(session.shape, &said, "validate with a part of it");
        for said in &said {
            if let (Some(at), What::Own(_), true) = (said.at, &said.claim.what, half.len() == 1) {
                session
                    .owners
                    .entry(said.text.clone())
                    .or_default()
                    .insert(at);
            }
        }
        if half.len() > 1 && said.iter().any(|said| said.error && said.at.is_none()) {
            isolate(session, notes, &config, left);
        }
    }
}

/// The known rules of a leaf attribute.
pub(crate) fn rules_of(notes: &Notes, at: usize) -> Vec<Rule> {
    let noted = notes.rules.get(&at).into_iter().flatten();
    noted.map(|noted| noted.rule.clone()).collect()
}
