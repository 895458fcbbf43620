//! The second pass: what validation says to nothing, to everything, to wrong values, and which values it accepts.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::{Confidence, Kind, Rule};
use crate::learn::notes::Notes;
use crate::learn::rule::{POOL, breaking, holds, keeping, keeping_all, many};
use crate::learn::session::{Said, Session, innermost};
use crate::learn::shape::{Config, Type, varied};
use crate::learn::text::What;
use crate::learn::value::Value;

/// As many rounds are made to find a value that is accepted.
const ROUNDS: usize = 48;

/// As many samples of one rule are tried.
const SAMPLES: usize = 24;

/// Values of the leaves.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// One that is accepted, or else what comes nearest.
    pub(crate) good: BTreeMap<usize, Value>,
    /// Another one.
    pub(crate) other: BTreeMap<usize, Value>,
}

/// Every leaf with a value of its own, by which a message that repeats it can be told.
pub(crate) fn everything(session: &Session<'_>, letter: &str) -> Config {
    let leaves = session.leaves().into_iter();
    let leaves =
        leaves.filter_map(|at| Some((at, filler(session.shape.nodes[at].leaf()?, at, letter)?)));
    Config {
        leaves: leaves.collect(),
        counts: least_counts(session),
    }
}

/// Blocks of which there must be several.
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

/// The leaves in as few groups as the relations allow, so that none of a group excludes another. A relation hides what
/// SDKv2 would say of the values.
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
    // What another one needs is there too.
    for (cover, present) in &mut covers {
        let needed: Vec<usize> = present.iter().flat_map(|at| notes.needed_by(*at)).collect();
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

/// A configuration of some leaves.
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

/// Makes the pass. What comes out are the values that plans are made of.
pub(crate) fn pass(session: &mut Session<'_>, notes: &mut Notes) -> Values {
    probe(session, notes, &Config::default(), NOTHING);
    prepared(session, notes);
    let bare = Config {
        counts: least_counts(session),
        ..Config::default()
    };
    probe(session, notes, &bare, "validate with bare blocks");
    // Blocks without the blocks in them: of those one may have to be there.
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
    // Relations come to light one after the other: a conflict names one partner only.
    for _ in 0..8 {
        let before = (
            notes.conflicts.len(),
            notes.exactly.len(),
            notes.required_with.len(),
            session.left_out.len(),
        );
        for cover in covers(session, notes) {
            let value = |at: usize| filler(session.shape.nodes[at].leaf()?, at, "a");
            let config = config_of(session, &cover, &value);
            probe(session, notes, &config, "validate with everything set");
        }
        let after = (
            notes.conflicts.len(),
            notes.exactly.len(),
            notes.required_with.len(),
            session.left_out.len(),
        );
        if before == after || session.is_stopped() {
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

/// Protocol 5 answers for the settings of the provider with what stands for those that are not set.
fn prepared(session: &mut Session<'_>, notes: &mut Notes) {
    let Some((answer, _)) = session.validate(&Config::default()) else {
        return;
    };
    for at in session.leaves() {
        let value = session.shape.first(at, &answer.planned);
        if session.shape.nodes[at].parent.is_none() && *value != Value::Null && value.is_known() {
            let evidence = session.evidence(NOTHING, format!("prepared as {}", value.json()));
            notes.found(
                session.shape,
                Some(at),
                Kind::Default(value.json()),
                Confidence::Learned,
                evidence,
            );
        }
    }
}

/// Validates and takes notes; where an error names nobody, looks for the field with halves of the configuration.
fn probe(session: &mut Session<'_>, notes: &mut Notes, config: &Config, what: &str) -> bool {
    let Some((answer, said)) = session.validate(config) else {
        return false;
    };
    notes.take(session.shape, &said, what);
    let outside: Vec<usize> = notes.unconfigurable.iter().copied().collect();
    session.left_out.extend(outside);
    if said.iter().any(|said| is_open(session, said)) {
        isolate(session, notes, config, &mut 24);
        // Whom no part of it tells is about no field.
        for said in said.iter().filter(|said| said.error && said.at.is_none()) {
            session.owners.entry(said.text.clone()).or_default();
        }
    }
    !answer.is_refused()
}

/// An error of which nobody knows yet whom it is about.
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
        // What is missing now was there before.
        let said: Vec<_> = said
            .into_iter()
            .filter(|said| said.claim.what != What::Missing)
            .collect();
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

/// Halves of the fields, so chosen that for any two there is one with the first and without the second: who needs another
/// one says so.
fn parts(session: &mut Session<'_>, notes: &mut Notes) {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut siblings: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for at in 0..session.shape.nodes.len() {
        let next = siblings.entry(session.shape.nodes[at].parent).or_default();
        numbers.insert(at, *next);
        *next += 1;
    }
    let most = siblings.values().copied().max().unwrap_or(0);
    let mut bit = 1;
    while bit < most.max(2) {
        for wanted in [0, bit] {
            let chosen = |at: usize| numbers[&at] & bit == wanted;
            let leaves: Vec<usize> = session
                .leaves()
                .into_iter()
                .filter(|at| chosen(*at) && session.shape.around(*at).into_iter().all(chosen))
                .collect();
            let value = |at: usize| filler(session.shape.nodes[at].leaf()?, at, "a");
            let config = config_of(session, &leaves, &value);
            if let Some((_, said)) = session.validate(&config) {
                let said: Vec<_> = said
                    .into_iter()
                    .filter(|said| said.claim.what != What::Missing)
                    .collect();
                notes.take(session.shape, &said, "validate with a part of it set");
            }
        }
        bit *= 2;
    }
}

/// Each of those with conflicts beside all that it is not known to exclude, until it has no more to say.
fn partners(session: &mut Session<'_>, notes: &mut Notes) {
    let members: BTreeSet<usize> = notes.conflicts.keys().map(|(at, _)| *at).collect();
    for at in members {
        for _ in 0..6 {
            let before = notes.conflicts.len();
            let excluded = notes.excluded_by(at);
            let free = |other: &usize| {
                !excluded.contains(other)
                    && !session
                        .shape
                        .around(*other)
                        .iter()
                        .any(|around| excluded.contains(around))
            };
            let leaves: Vec<usize> = session.leaves().into_iter().filter(free).collect();
            let value = |at: usize| filler(session.shape.nodes[at].leaf()?, at, "a");
            let mut config = config_of(session, &leaves, &value);
            put(session, &mut config, at);
            let Some((_, said)) = session.validate(&config) else {
                return;
            };
            notes.take(
                session.shape,
                &said,
                "validate beside all that it does not exclude",
            );
            if notes.conflicts.len() == before {
                break;
            }
        }
    }
}

/// Every two of those who are connected by conflicts: each message names one partner. Who needs a companion has it
/// unknown, which satisfies that and says nothing itself.
fn pairs(session: &mut Session<'_>, notes: &mut Notes) {
    let members: BTreeSet<usize> = notes.conflicts.keys().flat_map(|&(a, b)| [a, b]).collect();
    let mut tried = 0;
    let mut left: Vec<usize> = members.into_iter().collect();
    while let Some(first) = left.pop() {
        let mut component = BTreeSet::from([first]);
        loop {
            let more: BTreeSet<usize> = component
                .iter()
                .flat_map(|at| notes.excluded_by(*at))
                .collect();
            let before = component.len();
            component.extend(more);
            if component.len() == before {
                break;
            }
        }
        left.retain(|at| !component.contains(at));
        let all: Vec<usize> = component.into_iter().collect();
        for (k, &a) in all.iter().enumerate() {
            for &b in &all[k + 1..] {
                let known =
                    notes.conflicts.contains_key(&(a, b)) && notes.conflicts.contains_key(&(b, a));
                if known || tried >= 80 || session.shape.around(b).contains(&a) {
                    continue;
                }
                tried += 1;
                let mut config = Config::default();
                for at in [a, b] {
                    put(session, &mut config, at);
                }
                for needed in notes.needed_by(a).into_iter().chain(notes.needed_by(b)) {
                    if needed != a && needed != b && session.shape.nodes[needed].leaf().is_some() {
                        config.leaves.insert(needed, Value::Unknown);
                    }
                }
                if let Some((_, said)) = session.validate(&config) {
                    let said: Vec<_> = said
                        .into_iter()
                        .filter(|said| said.claim.what != What::Missing)
                        .collect();
                    notes.take(session.shape, &said, "validate with these two set");
                }
            }
        }
    }
}

/// Sets a field, or one element of a nested one.
fn put(session: &Session<'_>, config: &mut Config, at: usize) {
    match session.shape.nodes[at].leaf() {
        Some(ty) => drop(filler(ty, at, "a").map(|value| config.leaves.insert(at, value))),
        None => drop(config.counts.insert(at, session.count(at))),
    }
}

/// One batch for each value that libraries refuse.
fn wrong_values(session: &mut Session<'_>, notes: &mut Notes) {
    let texts = [
        "",
        " ",
        "\u{e4}\u{20ac}\\/:*?,;\"'",
        "A (b*",
        "10.0.0.0/8",
        "zz://h/",
        "::/128",
        "root",
        "admin",
        "default",
        "*",
    ];
    let long = ["a".repeat(300), "a".repeat(70_000)];
    let texts = texts.into_iter().map(str::to_owned).chain(long);
    let numbers = [
        0.0,
        -1.0,
        1.5,
        2_147_483_648.0,
        1.0,
        1e15,
        0.000_000_1,
        17.0,
        -1e15,
        2.0,
        13.0,
        100.0,
        255.0,
    ];
    for (text, number) in texts.zip(numbers) {
        let value = |at: usize| {
            let ty = session.shape.nodes[at].leaf()?;
            ty.wrap(&match ty.innermost() {
                Type::Number => Value::Number(number),
                Type::Bool => Value::Bool(number > 1.0),
                _ => Value::text(text.as_str()),
            })
        };
        let value = &value as &dyn Fn(usize) -> Option<Value>;
        let configs: Vec<Config> = covers(session, notes)
            .iter()
            .map(|cover| config_of(session, cover, value))
            .collect();
        for config in configs {
            probe(
                session,
                notes,
                &config,
                &format!("validate with {text:.20?} and {number} everywhere"),
            );
        }
    }
    for (what, make) in COLLECTIONS {
        let value = |at: usize| make(session.shape.nodes[at].leaf()?);
        let configs: Vec<Config> = covers(session, notes)
            .iter()
            .map(|cover| config_of(session, cover, &value))
            .filter(|config| !config.leaves.is_empty())
            .collect();
        for config in configs {
            probe(session, notes, &config, what);
        }
    }
    // Every block with more than it has.
    let mut many = Config {
        counts: least_counts(session),
        ..Config::default()
    };
    for (at, count) in &mut many.counts {
        *count = session.shape.nodes[*at].max.unwrap_or(6).min(6);
    }
    probe(session, notes, &many, "validate with several of each block");
}

/// Which numbers are whole, of those that sit where a message is about what is around them: each value is another one, and
/// who is not told then is asked alone.
fn integers(session: &mut Session<'_>, notes: &mut Notes) {
    let open = |session: &Session<'_>, notes: &Notes| -> Vec<usize> {
        let number = |at: &usize| {
            session.shape.nodes[*at]
                .leaf()
                .is_some_and(|ty| *ty.innermost() == Type::Number)
        };
        let nested = |at: &usize| session.shape.nodes[*at].parent.is_some();
        session
            .leaves()
            .into_iter()
            .filter(|at| number(at) && nested(at) && !notes.whole.contains_key(at))
            .collect()
    };
    let fraction = |session: &Session<'_>, at: usize| {
        let number = f64::from(u32::try_from(at).unwrap_or(0)) + 1000.5;
        session.shape.nodes[at].leaf()?.wrap(&Value::Number(number))
    };
    let together = open(session, notes);
    if together.len() > 1 {
        let config = config_of(session, &together, &|at| fraction(session, at));
        probe(session, notes, &config, "validate with fractions");
    }
    for at in open(session, notes).into_iter().take(60) {
        let config = config_of(session, &[at], &|at| fraction(session, at));
        if let Some((_, said)) = session.validate(&config) {
            let said: Vec<_> = said
                .into_iter()
                .filter(|said| matches!(said.claim.what, What::Whole(_)))
                .collect();
            notes.take(session.shape, &said, "validate with a fraction");
        }
    }
}

type Make = fn(&Type) -> Option<Value>;

const COLLECTIONS: &[(&str, Make)] = &[
    ("validate with empty collections", |ty| {
        ty.element()?;
        Some(match ty {
            Type::Map(_) => Value::Map(BTreeMap::new()),
            _ => Value::List(Vec::new()),
        })
    }),
    ("validate with the same element twice", |ty| match ty {
        Type::List(element) => {
            let one = element.wrap(&super::rule::plain(element.innermost()))?;
            Some(Value::List(vec![one.clone(), one]))
        }
        _ => None,
    }),
    ("validate with 120 elements", |ty| many(ty, 120)),
    ("validate with a null element", |ty| {
        ty.element()?;
        Some(match ty {
            Type::Map(_) => Value::Map([("k".to_owned(), Value::Null)].into()),
            _ => Value::List(vec![Value::Null]),
        })
    }),
    ("validate with odd keys", |ty| match ty {
        Type::Map(element) => {
            let one = element.wrap(&super::rule::plain(element.innermost()))?;
            let keys = ["".to_owned(), "\u{e4} /".to_owned(), "a".repeat(300)];
            Some(Value::Map(
                keys.into_iter().map(|key| (key, one.clone())).collect(),
            ))
        }
        _ => None,
    }),
];

/// The rules that are known of a leaf.
pub(crate) fn rules_of(notes: &Notes, at: usize) -> Vec<Rule> {
    let noted = notes.rules.get(&at).into_iter().flatten();
    noted.map(|noted| noted.rule.clone()).collect()
}

/// Values that a leaf may accept, the likeliest first: by its rules, out of its messages and its description, of many forms.
fn candidates(session: &Session<'_>, notes: &Notes, at: usize) -> Vec<Value> {
    let node = &session.shape.nodes[at];
    let Some(ty) = node.leaf() else {
        return Vec::new();
    };
    let rules = rules_of(notes, at);
    let mut all = keeping_all(&rules, ty);
    all.extend(rules.iter().flat_map(|rule| keeping(rule, ty)));
    let mut texts = Vec::new();
    for message in notes.messages.get(&at).into_iter().flatten() {
        texts.extend(words(&message.text));
        texts.extend(words(&message.evidence.answer));
    }
    texts.extend(words(&node.description));
    texts.extend(POOL.iter().map(|text| (*text).to_owned()));
    match ty.innermost() {
        Type::Number => {
            let numbers = texts.iter().filter_map(|text| text.parse().ok());
            let more = [1.0, 2.0, 10.0, 60.0, 100.0, 1000.0, 8080.0, 0.5, 0.0];
            all.extend(
                numbers
                    .chain(more)
                    .filter_map(|number| ty.wrap(&Value::Number(number))),
            );
        }
        Type::Bool => all.extend(
            [true, false]
                .iter()
                .filter_map(|truth| ty.wrap(&Value::Bool(*truth))),
        ),
        _ => all.extend(
            texts
                .into_iter()
                .filter_map(|text| ty.wrap(&Value::Text(text))),
        ),
    }
    let mut distinct = Vec::new();
    for value in all {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// What a text may list: words in quotes, and those between commas.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for quote in ['"', '\'', '`'] {
        let parts: Vec<&str> = text.split(quote).collect();
        all.extend(
            parts
                .iter()
                .skip(1)
                .step_by(2)
                .map(|part| (*part).to_owned()),
        );
    }
    let plain = text.split([',', '|', '[', ']', '(', ')', ' ', '"', '\'', '`', ';', ':']);
    all.extend(plain.map(|word| word.trim_end_matches('.').to_owned()));
    let mut known = BTreeSet::new();
    all.retain(|word| !word.is_empty() && word.len() <= 40 && known.insert(word.clone()));
    all.truncate(24);
    all
}

/// Looks for a value of each leaf that is accepted, all leaves at once.
fn settle(session: &mut Session<'_>, notes: &mut Notes) -> Values {
    let mut queues: BTreeMap<usize, std::collections::VecDeque<Value>> = BTreeMap::new();
    let mut values = Values::default();
    for at in session.leaves() {
        let seen = session.seen(at);
        let plain = seen
            .accepted
            .iter()
            .find(|value| !innermost(value).is_zero() && !is_odd(value));
        match plain.or_else(|| seen.accepted.iter().find(|value| !is_odd(value))) {
            Some(value) => drop(values.good.insert(at, value.clone())),
            None => {
                let all = candidates(session, notes, at).into_iter();
                let untried =
                    all.filter(|value| !seen.refused.iter().any(|(known, _)| known == value));
                queues.insert(at, untried.collect());
            }
        }
    }
    for _ in 0..ROUNDS {
        queues.retain(|_, queue| !queue.is_empty());
        if queues.is_empty() || session.is_stopped() {
            break;
        }
        for cover in covers(session, notes) {
            let open: Vec<usize> = cover
                .iter()
                .copied()
                .filter(|at| queues.contains_key(at))
                .collect();
            if open.is_empty() {
                continue;
            }
            let value = |at: usize| match queues.get(&at) {
                Some(queue) => queue.front().cloned(),
                None => values.good.get(&at).cloned(),
            };
            let config = config_of(session, &cover, &value);
            probe(
                session,
                notes,
                &config,
                "validate with values of many forms",
            );
        }
        let open: Vec<usize> = queues.keys().copied().collect();
        for at in open {
            let Some(tried) = queues
                .get_mut(&at)
                .and_then(std::collections::VecDeque::pop_front)
            else {
                continue;
            };
            if session.seen(at).accepted.contains(&tried) {
                values.good.insert(at, tried);
                queues.remove(&at);
            }
        }
    }
    for at in session.leaves() {
        let known = candidates(session, notes, at).into_iter().next();
        if let Some(value) = known.filter(|_| !values.good.contains_key(&at)) {
            values.good.insert(at, value);
        }
    }
    values
}

/// A value that is only there to be refused.
fn is_odd(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.len() > 60 || text.contains(['\\', '\u{e4}']),
        Value::Number(number) => number.abs() > 1e9 || number.fract() != 0.0 && number.abs() < 0.01,
        Value::Map(members) => {
            members.is_empty()
                || members.keys().any(|key| key.len() != 1)
                || value.elements().into_iter().any(is_odd)
        }
        Value::List(elements) => {
            elements.is_empty() || elements.len() > 20 || elements.iter().any(is_odd)
        }
        _ => false,
    }
}

/// Tries values that keep, and values that break, each rule.
fn check_rules(session: &mut Session<'_>, notes: &mut Notes, values: &Values) {
    let mut tests: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        let Some(ty) = session.shape.nodes[at].leaf() else {
            continue;
        };
        let seen = session.seen(at);
        let mut all: Vec<Value> = Vec::new();
        for rule in rules_of(notes, at) {
            all.extend(keeping(&rule, ty).into_iter().take(SAMPLES));
            all.extend(breaking(&rule, ty).into_iter().take(3));
            all.extend(other_case(&rule, ty));
        }
        for message in notes
            .messages
            .get(&at)
            .into_iter()
            .flatten()
            .filter(|message| !message.is_pattern)
        {
            let listed = words(&message.text)
                .into_iter()
                .chain(words(&message.evidence.answer));
            let texts = listed.filter_map(|text| match ty.innermost() {
                Type::Text => ty.wrap(&Value::Text(text)),
                _ => None,
            });
            all.extend(texts);
        }
        if session.seen(at).accepted.len() <= 2 && *ty == Type::Text && !seen.refused.is_empty() {
            all.extend(
                words(&session.shape.nodes[at].description)
                    .into_iter()
                    .map(Value::Text),
            );
        }
        let mut distinct: Vec<Value> = Vec::new();
        for value in all {
            let known = seen.accepted.contains(&value)
                || seen.refused.iter().any(|(known, _)| *known == value);
            if !known && !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        if !distinct.is_empty() {
            tests.insert(at, distinct);
        }
    }
    try_all(session, notes, values, &tests);
}

/// Older versions of SDKv2 list texts without quotes: where a listed word is refused, words beside each other may be one
/// text.
fn rejoin(session: &mut Session<'_>, notes: &mut Notes, values: &Values) {
    let mut tests: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        if session.shape.nodes[at].leaf() != Some(&Type::Text) {
            continue;
        }
        let seen = session.seen(at);
        for rule in rules_of(notes, at) {
            let Rule::OneOf(listed) = &rule else { continue };
            let words: Vec<&str> = listed
                .iter()
                .filter_map(serde_json::Value::as_str)
                .collect();
            let refused = |word: &&str| {
                seen.refused
                    .iter()
                    .any(|(value, _)| value.as_text() == Some(word))
            };
            if !words.iter().any(refused) {
                continue;
            }
            for length in 2..=4 {
                let joined = words
                    .windows(length)
                    .map(|part| Value::Text(part.join(" ")));
                tests.entry(at).or_default().extend(joined);
            }
        }
    }
    try_all(session, notes, values, &tests);
}

/// Validates each of the values, those of all leaves at a time.
fn try_all(
    session: &mut Session<'_>,
    notes: &mut Notes,
    values: &Values,
    tests: &BTreeMap<usize, Vec<Value>>,
) {
    let rounds = tests.values().map(Vec::len).max().unwrap_or(0).min(60);
    for round in 0..rounds {
        for cover in covers(session, notes) {
            let concerned = cover
                .iter()
                .any(|at| tests.get(at).is_some_and(|tests| tests.len() > round));
            if !concerned || session.is_stopped() {
                continue;
            }
            let value = |at: usize| {
                let test = tests.get(&at).and_then(|tests| tests.get(round));
                test.or_else(|| values.good.get(&at)).cloned()
            };
            let config = config_of(session, &cover, &value);
            probe(
                session,
                notes,
                &config,
                "validate with values that keep and break the rules",
            );
        }
    }
}

/// A listed text in the other case: whether that matters no message tells.
fn other_case(rule: &Rule, ty: &Type) -> Vec<Value> {
    let texts: Vec<&str> = match rule {
        Rule::OneOf(values) => values
            .iter()
            .filter_map(serde_json::Value::as_str)
            .collect(),
        Rule::Each(rules) | Rule::Values(rules) => {
            return rules
                .iter()
                .filter_map(|rule| Some((rule, ty.element()?)))
                .flat_map(|(rule, element)| {
                    other_case(rule, element)
                        .into_iter()
                        .map(|value| Value::List(vec![value]))
                })
                .filter(|_| !matches!(ty, Type::Map(_)))
                .collect();
        }
        Rule::Any(rules) | Rule::All(rules) => {
            return rules.iter().flat_map(|rule| other_case(rule, ty)).collect();
        }
        Rule::Not(inner) => return other_case(inner, ty),
        _ => return Vec::new(),
    };
    let flipped = texts.iter().filter_map(|text| {
        let upper = text.to_uppercase();
        let flipped = if upper == **text {
            text.to_lowercase()
        } else {
            upper
        };
        (flipped != **text && *ty == Type::Text).then_some(Value::Text(flipped))
    });
    flipped.take(1).collect()
}

/// Looks for the ends of the range of numbers that a message of the provider's own refuses.
fn bisect(session: &mut Session<'_>, notes: &mut Notes, values: &Values) {
    struct Search {
        inside: f64,
        outside: f64,
    }
    let mut searches: BTreeMap<(usize, bool), Search> = BTreeMap::new();
    for at in session.leaves() {
        let number = session.shape.nodes[at].leaf() == Some(&Type::Number);
        if !number || !notes.messages.contains_key(&at) {
            continue;
        }
        let seen = session.seen(at);
        let numbers = |values: Vec<&Value>| -> Vec<f64> {
            let whole = values.into_iter().filter_map(|value| match value {
                Value::Number(number) if number.fract() == 0.0 => Some(*number),
                _ => None,
            });
            whole.collect()
        };
        let accepted = numbers(seen.accepted.iter().collect());
        let refused = numbers(seen.refused.iter().map(|(value, _)| value).collect());
        let (low, high) = accepted
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), one| {
                (low.min(*one), high.max(*one))
            });
        let below = refused
            .iter()
            .copied()
            .filter(|one| *one < low)
            .fold(f64::MIN, f64::max);
        let above = refused
            .iter()
            .copied()
            .filter(|one| *one > high)
            .fold(f64::MAX, f64::min);
        if !accepted.is_empty() && below > f64::MIN {
            searches.insert(
                (at, false),
                Search {
                    inside: low,
                    outside: below,
                },
            );
        }
        if !accepted.is_empty() && above < f64::MAX {
            searches.insert(
                (at, true),
                Search {
                    inside: high,
                    outside: above,
                },
            );
        }
    }
    for upper in [false, true] {
        for _ in 0..52 {
            let middle = |search: &Search| f64::midpoint(search.inside, search.outside).floor();
            let open = |at: &usize| {
                let search = searches.get(&(*at, upper))?;
                let middle = if upper {
                    middle(search)
                } else {
                    -middle(&Search {
                        inside: -search.inside,
                        outside: -search.outside,
                    })
                };
                ((search.inside - search.outside).abs() > 1.0).then_some(middle)
            };
            let leaves: Vec<usize> = session
                .leaves()
                .into_iter()
                .filter(|at| open(at).is_some())
                .collect();
            if leaves.is_empty() || session.is_stopped() {
                break;
            }
            let tried: BTreeMap<usize, f64> = leaves
                .iter()
                .filter_map(|at| Some((*at, open(at)?)))
                .collect();
            for cover in covers(session, notes) {
                if !cover.iter().any(|at| tried.contains_key(at)) {
                    continue;
                }
                let value = |at: usize| match tried.get(&at) {
                    Some(number) => Some(Value::Number(*number)),
                    None => values.good.get(&at).cloned(),
                };
                let config = config_of(session, &cover, &value);
                probe(session, notes, &config, "validate with numbers between");
            }
            for (at, number) in tried {
                let accepted = session.seen(at).accepted.contains(&Value::Number(number));
                if let Some(search) = searches.get_mut(&(at, upper)) {
                    *(if accepted {
                        &mut search.inside
                    } else {
                        &mut search.outside
                    }) = number;
                }
            }
        }
    }
}

/// Looks for a second value of each leaf.
fn others(session: &mut Session<'_>, notes: &mut Notes, values: &mut Values) {
    let mut queues: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for at in session.leaves() {
        let (Some(good), Some(ty)) = (values.good.get(&at), session.shape.nodes[at].leaf()) else {
            continue;
        };
        let seen = session.seen(at);
        let mut known: Vec<Value> = seen
            .accepted
            .iter()
            .filter(|value| differs(value, good) && !is_odd(value))
            .cloned()
            .collect();
        let rules = rules_of(notes, at);
        let changed = match innermost(good) {
            Value::Bool(truth) => ty.wrap(&Value::Bool(!truth)),
            _ => Some(varied(good, 1)),
        };
        if known.is_empty() {
            known = keeping_all(&rules, ty);
            known.extend(changed);
            known.extend(candidates(session, notes, at).into_iter().take(6));
        }
        known.retain(|value| {
            differs(value, good) && rules.iter().all(|rule| holds(rule, value) != Some(false))
                || differs(value, good) && rules.len() > 1
        });
        if let Some(first) = known.first() {
            values.other.insert(at, first.clone());
        }
        if !seen
            .accepted
            .iter()
            .any(|value| Some(value) == known.first())
        {
            queues.insert(at, known);
        }
    }
    for round in 0..4 {
        queues.retain(|_, queue| queue.len() > round);
        if queues.is_empty() || session.is_stopped() {
            return;
        }
        for cover in covers(session, notes) {
            if !cover.iter().any(|at| queues.contains_key(at)) {
                continue;
            }
            let value = |at: usize| {
                let tried = queues.get(&at).and_then(|queue| queue.get(round));
                tried.or_else(|| values.good.get(&at)).cloned()
            };
            let config = config_of(session, &cover, &value);
            probe(session, notes, &config, "validate with other values");
        }
        let open: Vec<usize> = queues.keys().copied().collect();
        for at in open {
            let tried = queues[&at][round].clone();
            if session.seen(at).accepted.contains(&tried) {
                values.other.insert(at, tried);
                queues.remove(&at);
            }
        }
    }
}

/// Whether a program sees two values as different: SDKv2 does not tell nothing from null.
fn differs(value: &Value, good: &Value) -> bool {
    value != good
        && !(value.is_zero() && good.is_zero())
        && (!value.is_zero() || matches!(value, Value::Bool(_)))
}
