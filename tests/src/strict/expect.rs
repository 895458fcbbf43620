//! When a plan must replace, worked out in the simplest way.

use schema_runtime::schema::{Block, Extra, Field, Flags};
use schema_runtime::value::Value;

/// Whether a force-new value changed or is unknown.
#[must_use]
pub fn must_replace(block: &Block, prior: &Value, planned: &Value, config: &Value) -> bool {
    object(block, prior, planned, config, false)
}

fn part(object: &Value, position: usize) -> &Value {
    object
        .as_object()
        .and_then(|values| values.get(position))
        .unwrap_or(&Value::Null)
}

fn object(block: &Block, old: &Value, new: &Value, config: &Value, all: bool) -> bool {
    if new.is_unknown() {
        return all || holds_force_new(block);
    }
    block.fields.iter().enumerate().any(|(position, f)| {
        if new.is_null() && f.is(Flags::COMPUTED) {
            // Gone with what was around it.
            return false;
        }
        let all = f.is(Flags::FORCE_NEW) || all && f.is_configurable();
        field(
            f,
            part(old, position),
            part(new, position),
            part(config, position),
            all,
        )
    })
}

fn holds_force_new(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::FORCE_NEW)
            || field
                .nested_block()
                .is_some_and(|(_, block)| holds_force_new(block))
    })
}

fn list(value: &Value) -> &[Value] {
    match value {
        Value::List(elements) => elements,
        Value::Set(elements) => elements.as_slice(),
        _ => &[],
    }
}

fn field(field: &Field, old: &Value, new: &Value, config: &Value, all: bool) -> bool {
    if old == new {
        return false;
    }
    let Some((_, block)) = field.nested_block() else {
        return all;
    };
    if new.is_unknown() {
        return all || holds_force_new(block);
    }
    if all && (old.is_null() != new.is_null() || old.element_count() != new.element_count()) {
        return true;
    }
    let pairs: Vec<(&Value, &Value, &Value)> = match (old, new) {
        (Value::Set(_), _) | (_, Value::Set(_)) => {
            let key = field.extras.iter().find_map(|extra| match extra {
                Extra::SetKey { key } => Some(*key),
                _ => None,
            });
            pairs(list(old), list(new), list(config), key)
        }
        (Value::Map(_), _) | (_, Value::Map(_)) => {
            let at = |map: &'_ Value, key: &str| match map {
                Value::Map(map) => map.get(key).cloned().unwrap_or(Value::Null),
                _ => Value::Null,
            };
            let keys = [old, new].into_iter().filter_map(|value| match value {
                Value::Map(map) => Some(map.keys()),
                _ => None,
            });
            return keys.flatten().any(|key| {
                let (old, new) = (at(old, key), at(new, key));
                all && old.is_null() != new.is_null()
                    || object(block, &old, &new, &at(config, key), all)
            });
        }
        (Value::List(_), _) | (_, Value::List(_)) => {
            let at = |value, i: usize| list(value).get(i).unwrap_or(&Value::Null);
            (0..list(old).len().max(list(new).len()))
                .map(|i| (at(old, i), at(new, i), at(config, i)))
                .collect()
        }
        (old, new) => vec![(old, new, config)],
    };
    pairs.into_iter().any(|(old, new, config)| {
        all && old.is_null() != new.is_null() || object(block, old, new, config, all)
    })
}

/// Elements of two sets that are the same but for computed values that are unknown; the rest by
/// key, or alone.
fn pairs<'v>(
    old: &'v [Value],
    new: &'v [Value],
    config: &'v [Value],
    key: Option<fn(&Value) -> Value>,
) -> Vec<(&'v Value, &'v Value, &'v Value)> {
    let none = &Value::Null;
    let mut old: Vec<&Value> = old.iter().collect();
    let mut found = Vec::new();
    let mut rest: Vec<(&Value, bool)> = new
        .iter()
        .enumerate()
        .map(|(i, new_one)| {
            let known = config.get(i).is_some_and(Value::is_wholly_known);
            (new_one, known && config.len() == new.len())
        })
        .collect();
    for by_computed in [false, true] {
        rest.retain(|&(new, computed_only)| {
            let same =
                |old: &&Value| new == *old || by_computed && computed_only && covers(new, old);
            match old.iter().position(same) {
                Some(at) => {
                    found.push((old.remove(at), new, none));
                    false
                }
                None => true,
            }
        });
    }
    if let Some(key) = key {
        let only = |list: &[&Value], one: &Value| {
            list.iter().filter(|other| key(other) == key(one)).count() == 1
        };
        let left: Vec<&Value> = rest.iter().map(|(new, _)| *new).collect();
        rest.retain(|&(new, _)| {
            let at = old.iter().position(|old| key(old) == key(new));
            match at.filter(|_| only(&old, new) && only(&left, new)) {
                Some(at) => {
                    found.push((old.remove(at), new, none));
                    false
                }
                None => true,
            }
        });
    }
    found.extend(rest.into_iter().map(|(new, _)| (none, new, none)));
    found.extend(old.into_iter().map(|old| (old, none, none)));
    found
}

/// Whether a value with unknowns may turn out to be another.
fn covers(mask: &Value, value: &Value) -> bool {
    match (mask, value) {
        (Value::Unknown(_), _) => true,
        (Value::Object(a), Value::Object(b)) | (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|((j, a), (k, b))| j == k && covers(a, b))
        }
        (Value::Set(a), Value::Set(b)) => {
            let mut rest: Vec<&Value> = b.iter().collect();
            a.len() == b.len()
                && a.iter()
                    .all(|a| match rest.iter().position(|b| covers(a, b)) {
                        Some(at) => {
                            rest.remove(at);
                            true
                        }
                        None => false,
                    })
        }
        (a, b) => a == b,
    }
}
