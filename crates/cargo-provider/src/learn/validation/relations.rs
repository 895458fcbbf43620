//! Finds which fields belong together.

use super::*;

/// Halves of the fields, chosen so that for any two fields one half has the first without the
/// second: a field that requires another one then reports it.
pub(super) fn parts(session: &mut Session<'_>) {
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let mut siblings: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for at in 0..session.shape.nodes.len() {
        let next = siblings.entry(session.shape.nodes[at].parent).or_default();
        numbers.insert(at, *next);
        *next += 1;
    }
    let most = siblings.values().copied().max().unwrap_or(0);
    let is_nested = |at: &usize| session.shape.nodes[*at].parent.is_some();
    let nested = session.leaves().iter().any(is_nested);
    let mut bit = 1;
    while bit < most.max(2) {
        // Once with halves of the blocks, and once with halves of each block's content.
        for (wanted, inside) in [(0, false), (bit, false), (0, true), (bit, true)] {
            if inside && !nested {
                continue;
            }
            let chosen = |at: usize| numbers[&at] & bit == wanted;
            let around = |at: usize| session.shape.around(at).into_iter().all(chosen);
            let leaves = session.leaves().into_iter();
            let leaves: Vec<usize> = leaves
                .filter(|at| chosen(*at) && (inside || around(*at)))
                .collect();
            let config = config_of(session, &leaves, &|at| fill(session.shape, at));
            probe_part(session, &config, "validate with a part of it set");
        }
        bit *= 2;
    }
}

/// Each field with conflicts, beside all fields that it is not known to exclude, until it reports
/// nothing new.
pub(super) fn partners(session: &mut Session<'_>) {
    let pairs = session.notes.related(Relation::Conflicts);
    let members: BTreeSet<usize> = pairs.map(|pair| pair[0]).collect();
    for at in members {
        for _ in 0..6 {
            let before = session.notes.related(Relation::Conflicts).count();
            let excluded = session.notes.excluded_by(at);
            let free = |other: &usize| {
                let mut path = session.shape.around(*other).into_iter().chain([*other]);
                !path.any(|at| excluded.contains(&at))
            };
            let leaves: Vec<usize> = session.leaves().into_iter().filter(free).collect();
            let mut config = config_of(session, &leaves, &|at| fill(session.shape, at));
            put(session, &mut config, at);
            let Some((_, said)) = session.validate(&config, false) else {
                return;
            };
            let what = "validate beside all that it does not exclude";
            session.take(&said, what);
            if session.notes.related(Relation::Conflicts).count() == before {
                break;
            }
        }
    }
}

/// Every pair of fields connected by conflicts: each message names one partner. A field that
/// requires another gets it as unknown, which satisfies the relation and reports nothing itself.
pub(super) fn pairs(session: &mut Session<'_>) {
    let members = session
        .notes
        .related(Relation::Conflicts)
        .flatten()
        .copied();
    let mut tried = 0;
    let mut left = Vec::from_iter(BTreeSet::from_iter(members));
    while let Some(first) = left.pop() {
        let mut component = BTreeSet::from([first]);
        loop {
            let more = component
                .iter()
                .flat_map(|at| session.notes.excluded_by(*at));
            let more: Vec<usize> = more.collect();
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
                let conflicts = |pair: &[usize]| {
                    session
                        .notes
                        .related(Relation::Conflicts)
                        .any(|one| one == pair)
                };
                let known = conflicts(&[a, b]) && conflicts(&[b, a]);
                if known || tried >= 80 || session.shape.is_inside(b, a) {
                    continue;
                }
                tried += 1;
                let mut config = Config::default();
                for at in [a, b] {
                    put(session, &mut config, at);
                }
                let needs = |at| session.notes.named_by(at, Relation::RequiredWith);
                for needed in [a, b].into_iter().flat_map(needs) {
                    if needed != a && needed != b && session.shape.nodes[needed].leaf().is_some() {
                        config.leaves.insert(needed, Value::Unknown);
                    }
                }
                probe_part(session, &config, "validate with these two set");
            }
        }
    }
}

/// Sets a field, or one element of a nested one.
pub(super) fn put(session: &Session<'_>, config: &mut Config, at: usize) {
    match session.shape.nodes[at].leaf() {
        Some(ty) => drop(filler(ty, at).map(|value| config.leaves.insert(at, value))),
        None => drop(config.counts.insert(at, session.count(at))),
    }
}
