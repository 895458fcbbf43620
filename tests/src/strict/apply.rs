//! What happens after a plan: unknowns become known, and a provider applies it.

use schema_runtime::data::{DataCore, Operation, Outcome, Private};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Field, Flags, Kind, Schema};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::random::Random;
use super::schemas::is_equality;
use super::values::{configured_field, known, stored_field, turned_out};

/// The configuration with every unknown known.
pub fn resolve(random: &mut Random, block: &Block, config: &Value) -> Value {
    let Value::Object(values) = config else {
        return config.clone();
    };
    let fields = block.fields.iter().zip(values);
    Value::Object(fields.map(|(f, v)| resolve_field(random, f, v)).collect())
}

fn resolve_field(random: &mut Random, field: &Field, value: &Value) -> Value {
    match (value, &field.kind) {
        (Value::Unknown(Some(_)), Kind::Attribute { ty }) => return turned_out(random, ty, value),
        (Value::Unknown(_), _) => return configured_field(random, field, 0),
        _ => {}
    }
    match &field.kind {
        Kind::Attribute { ty } => resolve_leaf(random, ty, value),
        Kind::Nested { block, .. } | Kind::Block { block, .. } => {
            let mut element = |element: &Value| match element {
                Value::Unknown(_) => super::values::config(random, block, 0),
                known => resolve(random, block, known),
            };
            each(value, &mut element)
        }
        _ => unreachable!("another kind of field"),
    }
}

fn each(value: &Value, element: &mut dyn FnMut(&Value) -> Value) -> Value {
    match value {
        Value::List(elements) => Value::List(elements.iter().map(element).collect()),
        Value::Set(elements) => Value::Set(elements.iter().map(element).collect()),
        Value::Map(elements) => Value::Map(
            elements
                .iter()
                .map(|(k, e)| (k.clone(), element(e)))
                .collect(),
        ),
        single => element(single),
    }
}

fn resolve_leaf(random: &mut Random, ty: &Type, value: &Value) -> Value {
    match (ty, value) {
        (ty, Value::Unknown(_)) => known(random, ty),
        (Type::List(e), Value::List(list)) => {
            Value::List(list.iter().map(|v| resolve_leaf(random, e, v)).collect())
        }
        (Type::Tuple(types), Value::List(list)) => Value::List(
            types
                .iter()
                .zip(list)
                .map(|(ty, v)| resolve_leaf(random, ty, v))
                .collect(),
        ),
        (Type::Set(e), Value::Set(set)) => {
            Value::Set(set.iter().map(|v| resolve_leaf(random, e, v)).collect())
        }
        (Type::Map(e), Value::Map(map)) => Value::Map(
            map.iter()
                .map(|(k, v)| (k.clone(), resolve_leaf(random, e, v)))
                .collect(),
        ),
        (Type::Object(attributes), Value::Object(values)) => Value::Object(
            attributes
                .iter()
                .zip(values)
                .map(|(a, v)| resolve_leaf(random, &a.ty, v))
                .collect(),
        ),
        (_, Value::Dynamic(dynamic)) => {
            let value = resolve_leaf(random, &dynamic.ty, &dynamic.value);
            Value::dynamic(dynamic.ty.clone(), value)
        }
        (_, known) => known.clone(),
    }
}

/// Applies a plan as a provider would: everything unknown gets a value (or is left alone), and
/// strings come back in another form that means the same. Also says whether elements of a set
/// became one, since they got the same values.
pub(super) fn apply(
    random: &mut Random,
    schema: &Ref<Schema>,
    prior: &Value,
    planned: &Value,
    config: &Value,
) -> (Value, bool) {
    let operation = if prior.is_null() {
        Operation::Create
    } else {
        Operation::Update
    };
    let mut data = DataCore::new(
        schema.clone(),
        operation,
        prior.clone(),
        planned.clone(),
        config.clone(),
        Private::default(),
    );
    if prior.is_null() {
        data.set_id("the-id".to_owned());
    }
    let Value::Object(values) = planned else {
        return (Value::Null, false);
    };
    let mut merged = false;
    let (mut written, mut left) = (Vec::new(), Vec::new());
    for (position, (field, planned_value)) in schema.block.fields.iter().zip(values).enumerate() {
        let value = real(random, field, planned_value, &mut merged);
        let leave = random.percent(20);
        if field.is(Flags::IMPLIED) || field.is(Flags::WRITE_ONLY) {
            continue;
        }
        if leave {
            left.push((position, planned_value));
        } else {
            written.push((position, value));
        }
    }
    let whole = random.percent(50);
    let backwards = random.percent(50);
    for (position, value) in &written {
        let value = match backwards {
            true => reversed(value),
            false => value.clone(),
        };
        data.write(*position, value, whole);
    }
    let saved = data.saved(&Outcome::Done);
    // Unknown values that become null, and zeros that mean null, may make elements equal too.
    let written = written.iter().map(|(position, value)| (position, value));
    let left = left.iter().map(|(position, value)| (position, *value));
    merged |= written.chain(left).any(|(position, value)| {
        let saved = saved.as_object().and_then(|values| values.get(*position));
        saved.map(elements_of_sets) != Some(elements_of_sets(value))
    });
    (saved, merged)
}

/// The value with the elements of every set in another order, as remote systems list them.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Set(set) => Value::Set(set.as_slice().iter().rev().map(reversed).collect()),
        Value::List(list) => Value::List(list.iter().map(reversed).collect()),
        Value::Object(values) => Value::Object(values.iter().map(reversed).collect()),
        Value::Map(map) => Value::Map(map.iter().map(|(k, v)| (k.clone(), reversed(v))).collect()),
        other => other.clone(),
    }
}

/// How many elements all sets in a value have, at every depth.
pub(super) fn elements_of_sets(value: &Value) -> usize {
    match value {
        Value::Set(set) => set.len() + set.iter().map(elements_of_sets).sum::<usize>(),
        Value::List(list) | Value::Object(list) => list.iter().map(elements_of_sets).sum(),
        Value::Map(map) => map.values().map(elements_of_sets).sum(),
        _ => 0,
    }
}

/// The remote system's value for a planned field.
fn real(random: &mut Random, field: &Field, planned: &Value, merged: &mut bool) -> Value {
    if planned.is_unknown() {
        return match random.below(4) {
            0 if !field.is_block() => Value::Null,
            1 => stored_field(random, field),
            _ => unique(random, field),
        };
    }
    match &field.kind {
        Kind::Attribute { .. } => same(random, field, planned),
        Kind::Nested { block, .. } | Kind::Block { block, .. } => {
            let mut element = |element: &Value| match element {
                Value::Object(values) => Value::Object(
                    block
                        .fields
                        .iter()
                        .zip(values)
                        .map(|(field, value)| real(random, field, value, merged))
                        .collect(),
                ),
                other => other.clone(),
            };
            let made = each(planned, &mut element);
            *merged |= made.element_count() != planned.element_count();
            made
        }
        _ => unreachable!("another kind of field"),
    }
}

/// A value that nothing else has, where the type has so many.
fn unique(random: &mut Random, field: &Field) -> Value {
    match &field.kind {
        Kind::Attribute { ty } if **ty == Type::String => {
            Value::from(format!("real-{:x}", random.number()))
        }
        Kind::Attribute { ty } if **ty == Type::Number => {
            Value::from((random.number() >> 12) as i64)
        }
        _ => stored_field(random, field),
    }
}

fn same(random: &mut Random, field: &Field, planned: &Value) -> Value {
    let equal = field.extras.iter().any(is_equality);
    if !equal || random.percent(50) {
        return planned.clone();
    }
    let upper = random.percent(50);
    let written = |text: &str| {
        Value::from(if upper {
            text.to_uppercase()
        } else {
            text.to_lowercase()
        })
    };
    match planned {
        Value::String(text) => written(text),
        Value::List(texts) => {
            let texts = texts.iter().map(|text| match text {
                Value::String(text) => written(text),
                other => other.clone(),
            });
            Value::List(texts.collect())
        }
        other => other.clone(),
    }
}
