//! Random values that are related to each other.

use super::properties::Source;
use crate::schema::{Block, Kind, Nesting};
use crate::value::{Refinement, Value};

/// The field of an object; null counts as an object of nulls here, unknown as one of unknowns.
pub(super) fn part(object: &Value, position: usize) -> Value {
    match object {
        Value::Object(fields) => fields[position].clone(),
        Value::Unknown(_) => Value::UNKNOWN,
        other => other.clone(),
    }
}

/// Keys or indexes, and elements.
pub(super) fn elements(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::List(list) => {
            let numbered = list.iter().enumerate();
            numbered.map(|(i, v)| (i.to_string(), v.clone())).collect()
        }
        Value::Map(map) => map
            .iter()
            .map(|(k, v)| (k.to_string(), v.clone()))
            .collect(),
        _ => Vec::new(),
    }
}

/// A value of the schema blended from others: parts of each, and some that are new.
pub(super) fn blend(source: &mut Source, block: &Block, from: &[&Value]) -> Value {
    let fields = block.fields.iter().enumerate().map(|(i, field)| {
        let parts: Vec<Value> = from.iter().map(|value| part(value, i)).collect();
        let parts: Vec<&Value> = parts.iter().collect();
        let chosen = usize::from(source.below(parts.len() as u8));
        match field.nested_block() {
            None => match (source.below(8), &field.kind) {
                (0, Kind::Attribute { ty }) => source.leaf(ty, true),
                _ => parts[chosen].clone(),
            },
            Some((nesting, block)) => match source.below(12) {
                0 => Value::Null,
                1 => unknown(source),
                2..6 => parts[chosen].clone(),
                _ => blend_nested(source, nesting, block, &parts, chosen),
            },
        }
    });
    Value::Object(fields.collect())
}

fn unknown(source: &mut Source) -> Value {
    let least = u64::from(source.below(3));
    match source.below(3) {
        0 => Value::UNKNOWN,
        kind => Value::Unknown(Some(
            Refinement {
                null: (kind == 1).then_some(false),
                length_min: (least > 0).then_some(least),
                length_max: (source.below(2) == 0).then_some(least + u64::from(source.below(3))),
                ..Refinement::default()
            }
            .into(),
        )),
    }
}

fn blend_nested(
    source: &mut Source,
    nesting: Nesting,
    block: &Block,
    parts: &[&Value],
    chosen: usize,
) -> Value {
    let element = |source: &mut Source, parts: &[&Value]| match source.below(14) {
        0 => Value::Null,
        1 => Value::UNKNOWN,
        _ => blend(source, block, parts),
    };
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return blend(source, block, parts);
    }
    let mut count = match parts[chosen] {
        Value::Set(set) => set.len(),
        other => elements(other).len(),
    };
    count = match source.below(8) {
        0 => count + 1,
        1 => count.saturating_sub(1),
        _ => count,
    };
    let made: Vec<Value> = (0..count)
        .map(|i| {
            let of: Vec<Value> = parts
                .iter()
                .map(|part| match part {
                    Value::Set(set) => set.as_slice().get(i).cloned().unwrap_or(Value::Null),
                    other => elements(other)
                        .get(i)
                        .map_or(Value::Null, |(_, v)| v.clone()),
                })
                .collect();
            element(source, &of.iter().collect::<Vec<_>>())
        })
        .collect();
    match nesting {
        Nesting::List => Value::List(made),
        Nesting::Set => Value::Set(made.into_iter().collect()),
        _ => {
            let shift = usize::from(source.below(10) == 0);
            let keyed = made.into_iter().enumerate();
            Value::Map(
                keyed
                    .map(|(i, v)| (format!("k{}", i + shift).into(), v))
                    .collect(),
            )
        }
    }
}
