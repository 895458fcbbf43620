//! Set elements as docs/src/reference/differences.md and docs/src/concepts/sets.md plan them, in
//! the simplest way: each with each.

use schema_runtime::schema::{Block, Default, Extra, Field, Flags};
use schema_runtime::value::Value;

/// For each configured element the prior one that it continues.
#[must_use]
pub(super) fn continued<'v>(
    block: &Block,
    prior: &'v [Value],
    config: &[Value],
) -> Vec<Option<&'v Value>> {
    // By prior element: the configured one that continues it, and whether that is settled.
    let mut held: Vec<Option<usize>> = vec![None; prior.len()];
    let mut settled = vec![false; prior.len()];
    let mut order: Vec<usize> = (0..config.len()).collect();
    order.retain(|&i| config[i].is_wholly_known());
    // The most specific item chooses first.
    order.sort_by_key(|&i| std::cmp::Reverse(says(block, &config[i])));
    for exact in [true, false] {
        for &i in &order {
            let free = |j: &usize| held[*j].is_none();
            let same = |j: &usize| matches(block, &config[i], &prior[*j], exact);
            if !held.contains(&Some(i))
                && let Some(j) = (0..prior.len()).filter(free).find(same)
            {
                held[j] = Some(i);
                settled[j] = exact;
            }
        }
    }
    let may = |i: usize, j: usize| !settled[j] && matches(block, &config[i], &prior[j], false);
    for &i in &order {
        if !held.contains(&Some(i)) {
            exchange(i, &may, &mut held, &mut Vec::new());
        }
    }
    let holder = |i| held.iter().position(|held| *held == Some(i));
    let all = 0..config.len();
    all.map(|i| holder(i).map(|j| &prior[j])).collect()
}

/// Gives an element a prior one, if need be one of another element that can have one instead.
fn exchange(
    i: usize,
    may: &dyn Fn(usize, usize) -> bool,
    held: &mut [Option<usize>],
    tried: &mut Vec<usize>,
) -> bool {
    (0..held.len()).any(|j| {
        if tried.contains(&j) || !may(i, j) {
            return false;
        }
        tried.push(j);
        let gets = held[j].is_none_or(|other| exchange(other, may, held, tried));
        if gets {
            held[j] = Some(i);
        }
        gets
    })
}

/// For each configured element of a list the prior one that it continues, as
/// docs/src/concepts/sets.md says it: the first that is left and the same; of the rest that of the
/// index where both are equally long. One with an unknown may become any that is left, so that what
/// comes after it may not count on it.
#[must_use]
pub(super) fn continued_in_list<'v>(
    block: &Block,
    prior: &'v [Value],
    config: &[Value],
) -> Vec<Option<&'v Value>> {
    // In every way in which unknown elements may turn out.
    let outcomes = outcomes(block, prior, config, 0, &mut vec![None; config.len()]);
    let first = outcomes.first().cloned().unwrap_or_default();
    let certain = |i: usize| outcomes.iter().all(|outcome| outcome[i] == first[i]);
    let indices = first.iter().enumerate();
    indices
        .map(|(i, found)| found.filter(|_| certain(i)).and_then(|j| prior.get(j)))
        .collect()
}

/// Goes on from the element `i`, with what those before it continue.
fn outcomes(
    block: &Block,
    prior: &[Value],
    config: &[Value],
    i: usize,
    found: &mut Vec<Option<usize>>,
) -> Vec<Vec<Option<usize>>> {
    let Some(element) = config.get(i) else {
        let mut done = found.clone();
        if config.len() == prior.len() {
            for (i, place) in done.iter_mut().enumerate() {
                if place.is_none() && !found.contains(&Some(i)) {
                    *place = Some(i);
                }
            }
        }
        return vec![done];
    };
    let free: Vec<usize> = (0..prior.len())
        .filter(|j| !found[..i].contains(&Some(*j)))
        .collect();
    let known = element.is_wholly_known();
    let same = free.iter().copied().filter(|j| {
        matches(block, element, &prior[*j], false)
            || !known && may_match(block, element, &prior[*j])
    });
    let mut choices: Vec<Option<usize>> = same.map(Some).collect();
    if known {
        choices.truncate(1);
    }
    if !known || choices.is_empty() {
        choices.push(None);
    }
    let mut all = Vec::new();
    for choice in choices {
        found[i] = choice;
        all.extend(outcomes(block, prior, config, i + 1, found));
    }
    found[i] = None;
    all
}

/// Whether a configured element may be the prior one when it is known.
fn may_match(block: &Block, config: &Value, old: &Value) -> bool {
    let (Value::Object(values), Value::Object(old)) = (config, old) else {
        return !config.is_wholly_known() || config == old;
    };
    let fields = block.fields.iter().zip(values.iter().zip(old));
    fields.into_iter().all(|(field, (config, old))| {
        if config.is_unknown() || config.is_null() && field.is(Flags::COMPUTED) {
            return true;
        }
        match (field.nested_block(), config, old) {
            (Some((_, inside)), Value::List(config), Value::List(old)) => {
                let mut pairs = config.iter().zip(old);
                config.len() == old.len() && pairs.all(|(a, b)| may_match(inside, a, b))
            }
            (None, config, old) if config.is_wholly_known() => leaf(field, config, old, false),
            (None, config, old) => may_be(config, old),
            // Elements with unknowns may turn out to be one.
            (Some((_, inside)), Value::Set(config), Value::Set(old)) => {
                let may = |config: &Value, old: &Value| may_match(inside, config, old);
                config.iter().all(|one| old.iter().any(|old| may(one, old)))
                    && old.iter().all(|old| config.iter().any(|one| may(one, old)))
            }
            _ => !config.is_wholly_known() || config.element_count() == old.element_count(),
        }
    })
}

fn says(block: &Block, config: &Value) -> usize {
    let Value::Object(values) = config else {
        return 0;
    };
    let one = |(field, value): (&Field, &Value)| {
        if value.is_null() && field.is(Flags::COMPUTED) {
            return 0;
        }
        1 + match (field.nested_block(), value) {
            (Some((_, block)), Value::List(e)) => e.iter().map(|e| says(block, e)).sum(),
            (Some((_, block)), Value::Set(e)) => e.iter().map(|e| says(block, e)).sum(),
            _ => 0usize,
        }
    };
    block.fields.iter().zip(values).map(one).sum()
}

/// Whether an element, completed with its defaults, is the prior one wherever it is configured;
/// `exact` if it is configured everywhere and written the same.
fn matches(block: &Block, config: &Value, old: &Value, exact: bool) -> bool {
    let (Value::Object(config), Value::Object(old)) = (config, old) else {
        return config == old;
    };
    block
        .fields
        .iter()
        .zip(config.iter().zip(old))
        .all(|(field, (config, old))| {
            if config.is_null() && field.is(Flags::COMPUTED) {
                return !exact || old.is_null();
            }
            let Some((_, block)) = field.nested_block() else {
                return leaf(field, config, old, exact);
            };
            match (config, old) {
                (Value::List(a), Value::List(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| matches(block, a, b, exact))
                }
                (Value::Set(a), Value::Set(b)) if exact => {
                    a.len() == b.len()
                        && a.iter()
                            .all(|a| b.iter().any(|b| matches(block, a, b, true)))
                }
                (Value::Set(a), Value::Set(b)) => {
                    a.len() == b.len()
                        && continued(block, b.as_slice(), a.as_slice())
                            .iter()
                            .all(Option::is_some)
                }
                (a, b) => a.is_null() && b.is_null(),
            }
        })
}

fn leaf(field: &Field, config: &Value, old: &Value, exact: bool) -> bool {
    let mut wanted = config.clone();
    if let (true, Some(Default::Value(default))) = (wanted.is_null(), field.default()) {
        wanted = default.clone();
    }
    for extra in field.extras.iter() {
        if let (Extra::StateFn { state_fn }, false) = (extra, wanted.is_null()) {
            wanted = state_fn(&wanted);
        }
    }
    let same = |canonical: fn(&Value) -> Value| {
        !wanted.is_null() && !old.is_null() && canonical(&wanted) == canonical(old)
    };
    wanted == *old || !exact && field.canonical().is_some_and(same)
}

/// A new element: what is computed and not configured is unknown.
#[must_use]
pub(super) fn planned(block: &Block, prior: Option<&Value>, config: &Value) -> Value {
    if let Some(prior) = prior {
        return prior.clone();
    }
    let Value::Object(config) = config else {
        return config.clone();
    };
    let fields = block.fields.iter().zip(config);
    Value::Object(fields.map(|(field, config)| fresh(field, config)).collect())
}

fn fresh(field: &Field, config: &Value) -> Value {
    if config.is_null() && field.is(Flags::COMPUTED) {
        return Value::UNKNOWN;
    }
    match (field.nested_block(), config) {
        (Some((_, block)), Value::List(elements)) => {
            Value::List(elements.iter().map(|e| planned(block, None, e)).collect())
        }
        (Some((_, block)), Value::Set(elements)) => {
            Value::Set(elements.iter().map(|e| planned(block, None, e)).collect())
        }
        (Some(_), other) => other.clone(),
        (None, config) => {
            let mut wanted = config.clone();
            if let (true, Some(Default::Value(default))) = (wanted.is_null(), field.default()) {
                wanted = default.clone();
            }
            for extra in field.extras.iter() {
                if let Extra::StateFn { state_fn } = extra
                    && wanted.is_wholly_known()
                    && !wanted.is_null()
                {
                    wanted = state_fn(&wanted);
                }
            }
            wanted
        }
    }
}

/// The elements of a set as they are planned, and whether one of them could be displaced.
#[must_use]
pub(super) fn set(block: &Block, prior: &[Value], config: &[Value]) -> (Vec<Value>, bool) {
    let found = continued(block, prior, config);
    let fresh: Vec<Value> = config.iter().map(|c| planned(block, None, c)).collect();
    // Elements with an unknown may turn out to be a prior one, and so may whom they displace.
    let mut rivals: Vec<usize> = (0..config.len())
        .filter(|&i| !config[i].is_wholly_known())
        .collect();
    let mut displaced: Vec<usize> = Vec::new();
    while let Some(rival) = rivals.pop() {
        for i in 0..config.len() {
            let Some(old) = found[i].filter(|old| **old != fresh[i]) else {
                continue;
            };
            let hit = may_be(&fresh[rival], old) && !covers(&fresh[rival], &fresh[i]);
            if hit && !displaced.contains(&i) {
                displaced.push(i);
                rivals.push(i);
            }
        }
    }
    let elements = (0..config.len())
        .map(|i| {
            if displaced.contains(&i) {
                fresh[i].clone()
            } else {
                planned(block, found[i], &config[i])
            }
        })
        .collect();
    (elements, !displaced.is_empty())
}

fn may_be(rival: &Value, old: &Value) -> bool {
    match (rival, old) {
        (Value::Unknown(_), _) => true,
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| may_be(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(k, a)| b.get(k).is_some_and(|b| may_be(a, b)))
        }
        (Value::Set(a), Value::Set(b)) => a == b || a.len() >= b.len() && !rival.is_wholly_known(),
        (a, b) => a == b,
    }
}

fn covers(rival: &Value, element: &Value) -> bool {
    match (rival, element) {
        (Value::Unknown(_), _) => true,
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        (a, b) => a == b && a.is_wholly_known(),
    }
}
