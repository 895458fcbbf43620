//! Computed fields that a change elsewhere makes unknown.

use std::collections::BTreeSet;

use crate::refs::Text;
use crate::schema::{Block, Field, Flags, Kind, Nesting};
use crate::value::Value;

/// Marks the fields of one object whose named fields changed, until nothing more follows. Fields
/// that are configured, or that the plan hook has fixed, stay.
pub(super) fn when_changed(
    block: &Block,
    prior: &[Value],
    config: &[Value],
    planned: &mut [Value],
    fixed: &BTreeSet<usize>,
) {
    loop {
        let mut marked = false;
        for (position, field) in block.fields.iter().enumerate() {
            let Some(paths) = field.when_changed() else {
                continue;
            };
            let open = is_open(config, position) && !fixed.contains(&position);
            let known = planned
                .get(position)
                .is_some_and(|value| !value.is_unknown());
            if open
                && known
                && paths
                    .iter()
                    .any(|path| differs(block, path, prior, planned))
            {
                if let Some(place) = planned.get_mut(position) {
                    *place = Value::UNKNOWN;
                    marked = true;
                }
            }
        }
        if !marked {
            return;
        }
    }
}

fn is_open(config: &[Value], position: usize) -> bool {
    config.get(position).is_none_or(Value::is_null)
}

/// Whether the values at a path of names differ; a path through a collection means all of its
/// elements.
fn differs(block: &Block, path: &[Text], prior: &[Value], planned: &[Value]) -> bool {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    collect(block, path, prior, &mut old);
    collect(block, path, planned, &mut new);
    old != new
}

fn collect<'v>(block: &Block, path: &[Text], object: &'v [Value], found: &mut Vec<&'v Value>) {
    let Some((name, rest)) = path.split_first() else {
        return;
    };
    let Some((position, field)) = block.find(name) else {
        return;
    };
    let Some(value) = object.get(position) else {
        return;
    };
    let (Some((_, nested)), false) = (field.nested_block(), rest.is_empty()) else {
        found.push(value);
        return;
    };
    let mut each = |element: &'v Value| match element {
        Value::Object(values) => collect(nested, rest, values, found),
        other => found.push(other),
    };
    match value {
        Value::List(elements) => elements.iter().for_each(&mut each),
        Value::Set(elements) => elements.iter().for_each(&mut each),
        Value::Map(elements) => elements.values().for_each(&mut each),
        single => each(single),
    }
}

/// Whether a volatile field is anywhere in the block.
pub(super) fn has_volatile(block: &Block) -> bool {
    block.fields.iter().any(|field| {
        field.is(Flags::VOLATILE)
            || field
                .nested_block()
                .is_some_and(|(_, nested)| has_volatile(nested))
    })
}

/// Marks every volatile field that is not configured. Planned elements stand in the order of the
/// configured ones.
pub(super) fn mark_volatile(
    block: &Block,
    config: &[Value],
    planned: &mut [Value],
    fixed: &BTreeSet<usize>,
) {
    for (position, field) in block.fields.iter().enumerate() {
        let configured = config.get(position).unwrap_or(&Value::Null);
        let Some(place) = planned.get_mut(position) else {
            continue;
        };
        if field.is(Flags::VOLATILE) && configured.is_null() && !fixed.contains(&position) {
            *place = Value::UNKNOWN;
        } else {
            below(field, configured, place);
        }
    }
}

fn below(field: &Field, config: &Value, planned: &mut Value) {
    let (Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. }) = &field.kind else {
        return;
    };
    if !has_volatile(block) {
        return;
    }
    let none = BTreeSet::new();
    let mark = |config: &Value, planned: &mut Value| {
        if let (Value::Object(config), Value::Object(planned)) = (config, planned) {
            mark_volatile(block, config, planned, &none);
        }
    };
    match (nesting, config, planned) {
        (Nesting::Single | Nesting::Group, config, planned) => mark(config, planned),
        (Nesting::List, Value::List(config), Value::List(planned)) => {
            config
                .iter()
                .zip(planned)
                .for_each(|(config, planned)| mark(config, planned));
        }
        (Nesting::Map, Value::Map(config), Value::Map(planned)) => {
            for (key, planned) in planned {
                if let Some(config) = config.get(key) {
                    mark(config, planned);
                }
            }
        }
        (Nesting::Set, Value::Set(config), planned @ Value::Set(_)) => {
            let Value::Set(elements) = std::mem::replace(planned, Value::Null) else {
                return;
            };
            let same = elements.len() == config.len();
            let mut elements = elements.into_vec();
            if same {
                elements
                    .iter_mut()
                    .zip(config)
                    .for_each(|(planned, config)| mark(config, planned));
            }
            *planned = Value::Set(elements.into_iter().collect());
        }
        _ => {}
    }
}
