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

use crate::findings::{Confidence, Kind, Rule};
use crate::learn::environment;
use crate::learn::notes::resolve;
use crate::learn::oracle::{Answer, Call};
use crate::learn::rule::{POOL, breaking, extremes, holds, keeping, keeping_all, many};
use crate::learn::session::{Said, Session};
use crate::learn::shape::{Config, Shape, Type, varied};
use crate::learn::text::{Relation, What};
use crate::learn::value::{Value, innermost};

use check::{bisect, check_rules, rejoin};
use relations::{pairs, partners, parts};
pub(crate) use settle::words;
use settle::{distinct, others, settle};
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
pub(crate) fn everything(session: &Session<'_>) -> Config {
    session.config(|at| fill(session.shape, at))
}

fn filler(ty: &Type, at: usize) -> Option<Value> {
    ty.wrap(&match ty.innermost() {
        Type::Bool => Value::Bool(true),
        Type::Number => Value::Number(at as f64 + 7000.0),
        _ => Value::text(format!("a{at}x")),
    })
}

/// The same for a leaf attribute.
fn fill(shape: &Shape, at: usize) -> Option<Value> {
    filler(shape.nodes[at].leaf()?, at)
}

/// The leaf attributes in as few groups as the relations allow, without conflicts inside a group. A
/// broken relation hides what SDKv2 would say about the values.
fn covers(session: &Session<'_>) -> Vec<Vec<usize>> {
    let mut covers: Vec<(Vec<usize>, BTreeSet<usize>)> = Vec::new();
    for at in session.leaves() {
        let mut nodes = session.shape.around(at);
        nodes.push(at);
        let excluded = nodes
            .iter()
            .flat_map(|node| session.notes.excluded_by(*node));
        let excluded: BTreeSet<usize> = excluded.collect();
        let mut known = covers.iter_mut();
        match known.find(|(_, present)| present.is_disjoint(&excluded)) {
            Some((cover, present)) => {
                cover.push(at);
                present.extend(nodes);
            }
            None => covers.push((vec![at], nodes.into_iter().collect())),
        }
    }
    // The fields that another one requires are included.
    for (cover, present) in &mut covers {
        let needs = |at: &usize| session.notes.named_by(*at, Relation::RequiredWith);
        let needed: Vec<usize> = present.iter().flat_map(needs).collect();
        let is_needed = |at: &usize| {
            let mut needed = needed.iter();
            needed.any(|need| need == at || session.shape.is_inside(*at, *need))
        };
        cover.extend(session.leaves().into_iter().filter(is_needed));
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
    let leaves = cover.iter().filter_map(|at| Some((*at, value(*at)?)));
    let leaves: BTreeMap<usize, Value> = leaves.collect();
    let present = leaves.keys().flat_map(|at| session.shape.around(*at));
    let present: BTreeSet<usize> = present.collect();
    let mut counts = session.counts();
    counts.retain(|at, _| present.contains(at));
    Config { leaves, counts }
}

/// Validates these values of all the leaf attributes concerned, in as few configurations as the
/// relations allow.
fn probe_covers(
    session: &mut Session<'_>,
    what: &str,
    concerned: &dyn Fn(usize) -> bool,
    value: &dyn Fn(usize) -> Option<Value>,
) {
    for cover in covers(session) {
        if cover.iter().any(|at| concerned(*at)) && !session.is_stopped() {
            let config = config_of(session, &cover, value);
            probe(session, &config, what);
        }
    }
}

/// Validates further values of some leaf attributes, beside accepted ones of the others.
fn try_values(
    session: &mut Session<'_>,
    values: &Values,
    what: &str,
    tried: &dyn Fn(usize) -> Option<Value>,
) {
    let value = |at| tried(at).or_else(|| values.good.get(&at).cloned());
    probe_covers(session, what, &|at| tried(at).is_some(), &value);
}

/// Runs the pass. It returns the values that plans use.
pub(crate) fn pass(session: &mut Session<'_>) -> Values {
    if let Some((answer, said)) = probe(session, &Config::default(), NOTHING) {
        session.notes.groups_of_nothing = Some(groups(session, &said));
        prepared(session, &answer);
    }
    let bare = session.config(|_| None);
    probe(session, &bare, "validate with bare blocks");
    // Blocks without their inner blocks, one of which may be required.
    let shape = session.shape;
    for depth in 1..4 {
        let depth_of = |at: &usize| shape.path(*at).0.len();
        let mut shallow = bare.clone();
        shallow.counts.retain(|at, _| depth_of(at) <= depth);
        if shallow != bare && shallow.counts.keys().any(|at| depth_of(at) == depth) {
            probe(session, &shallow, "validate with bare blocks");
        }
    }
    // Relations appear one after the other: a conflict names only one partner.
    let known = |session: &Session<'_>| {
        use Relation::{Conflicts, ExactlyOne, RequiredWith};
        let relations = [Conflicts, ExactlyOne, RequiredWith].into_iter();
        let relations = relations.map(|one| session.notes.related(one).count());
        relations.sum::<usize>() + session.left_out.len()
    };
    for _ in 0..8 {
        let before = known(session);
        let what = "validate with everything set";
        probe_covers(session, what, &|_| true, &|at| fill(shape, at));
        if before == known(session) || session.is_stopped() {
            break;
        }
    }
    parts(session);
    partners(session);
    pairs(session);
    wrong_values(session);
    integers(session);
    let mut values = settle(session);
    check_rules(session, &values);
    rejoin(session, &values);
    bisect(session, &values);
    others(session, &mut values);
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
fn prepared(session: &mut Session<'_>, answer: &Answer) {
    let shape = session.shape;
    let config = Config::default().build(shape);
    for at in session.leaves() {
        let value = shape.first(at, &answer.planned);
        if shape.nodes[at].parent.is_none() && *value != Value::Null && value.is_known() {
            let kind = Kind::Default(value.json());
            let answer = format!("prepared as {}", value.json());
            session.found(Some(at), kind, Confidence::Learned, NOTHING, answer);
        }
    }
    environment::pass(session, &Call::Validate { config }, answer, NOTHING);
}

/// Validates and takes notes; if an error names no field, bisects the configuration to find it.
fn probe(session: &mut Session<'_>, config: &Config, what: &str) -> Option<(Answer, Vec<Said>)> {
    let (answer, said) = session.validate(config, false)?;
    session.take(&said, what);
    session.left_out.extend(&session.notes.unconfigurable);
    if said.iter().any(|said| is_open(session, said)) {
        isolate(session, config, &mut 24);
        // An error that no part reproduces is about no field.
        for said in said.iter().filter(|said| said.error && said.at.is_none()) {
            session.owners.entry(said.text.clone()).or_default();
        }
    }
    Some((answer, said))
}

/// Validates a part of a configuration and takes notes: a field that is missing there was set
/// before.
fn probe_part(session: &mut Session<'_>, config: &Config, what: &str) -> Option<Vec<Said>> {
    let (_, mut said) = session.validate(config, false)?;
    said.retain(|said| said.claim.what != What::Missing);
    session.take(&said, what);
    Some(said)
}

/// An error whose field is not known yet.
fn is_open(session: &Session<'_>, said: &Said) -> bool {
    said.error && said.at.is_none() && !session.owners.contains_key(&said.text)
}

fn isolate(session: &mut Session<'_>, config: &Config, left: &mut usize) {
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
        let Some(said) = probe_part(session, &config, "validate with a part of it") else {
            return;
        };
        for said in &said {
            if let (Some(at), What::Own(_), true) = (said.at, &said.claim.what, half.len() == 1) {
                let owners = session.owners.entry(said.text.clone());
                owners.or_default().insert(at);
            }
        }
        if half.len() > 1 && said.iter().any(|said| said.error && said.at.is_none()) {
            isolate(session, &config, left);
        }
    }
}

/// The known rules of a leaf attribute.
pub(crate) fn rules_of(session: &Session<'_>, at: usize) -> Vec<Rule> {
    let noted = session.notes.rules.get(&at).into_iter().flatten();
    noted.map(|noted| noted.rule.clone()).collect()
}
