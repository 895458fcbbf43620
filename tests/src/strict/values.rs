//! Random configurations and states.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::number::Number;
use schema_runtime::schema::{Block, Field, Flags, Kind, Nesting};
use schema_runtime::ty::Type;
use schema_runtime::value::{Refinement, Value};

use super::random::Random;
use super::schemas::is_equality;

const TEXTS: [&str; 5] = ["", "a", "A", "b", "B"];

/// A known value of a type, out of few, so that many are equal.
pub(super) fn known(random: &mut Random, ty: &Type) -> Value {
    match ty {
        Type::String => Value::from(*random.pick(&TEXTS)),
        Type::Number => match random.below(4) {
            // The same number in its other form.
            3 => Number::from_f64(1.0).map_or(Value::Null, Value::Number),
            n => Value::from(n as i64),
        },
        Type::Bool => Value::from(random.percent(50)),
        Type::List(element) => Value::List(
            (0..random.below(3))
                .map(|_| known(random, element))
                .collect(),
        ),
        Type::Set(element) => Value::Set(
            (0..random.below(3))
                .map(|_| known(random, element))
                .collect(),
        ),
        Type::Map(element) => Value::Map(
            (0..random.below(3))
                .map(|i| (key(i), known(random, element)))
                .collect(),
        ),
        Type::Tuple(types) => Value::List(types.iter().map(|ty| known(random, ty)).collect()),
        Type::Object(attributes) => {
            Value::Object(attributes.iter().map(|a| known(random, &a.ty)).collect())
        }
        Type::Dynamic => {
            let ty = random
                .pick(&[Type::String, Type::Bool, Type::list(Type::Number)])
                .clone();
            let value = known(random, &ty);
            Value::dynamic(ty, value)
        }
    }
}

fn key(index: usize) -> Arc<str> {
    ["a", "b", "c"].get(index).copied().unwrap_or("d").into()
}

/// A configured value of a type: sometimes unknown, as a whole or in part.
fn configured(random: &mut Random, ty: &Type, unknowns: u64) -> Value {
    if random.percent(unknowns) {
        return unknown(random, ty);
    }
    let mut value = known(random, ty);
    if random.percent(unknowns) {
        if let Value::Dynamic(dynamic) = &value
            && let Value::List(elements) = &dynamic.value
            && !elements.is_empty()
        {
            let mut elements = elements.clone();
            elements
                .iter_mut()
                .take(1)
                .for_each(|e| *e = Value::UNKNOWN);
            return Value::dynamic(dynamic.ty.clone(), Value::List(elements));
        }
        match &mut value {
            Value::List(elements) | Value::Object(elements) => {
                elements
                    .iter_mut()
                    .take(1)
                    .for_each(|e| *e = Value::UNKNOWN);
            }
            Value::Map(elements) => {
                elements
                    .values_mut()
                    .take(1)
                    .for_each(|e| *e = Value::UNKNOWN);
            }
            Value::Set(elements) => {
                let mut inner = std::mem::take(elements).into_vec();
                inner.iter_mut().take(1).for_each(|e| *e = Value::UNKNOWN);
                *elements = inner.into_iter().collect();
            }
            _ => {}
        }
    }
    value
}

/// An unknown, of which something may be known.
fn unknown(random: &mut Random, ty: &Type) -> Value {
    if *ty == Type::Dynamic || random.percent(70) {
        return Value::UNKNOWN;
    }
    let prefix = (*ty == Type::String && random.percent(50)).then(|| "a".into());
    Value::Unknown(Some(Arc::new(Refinement {
        null: Some(false),
        prefix,
        ..Refinement::default()
    })))
}

/// A known value that an unknown of a type may turn out to be, if it is not null.
pub(super) fn turned_out(random: &mut Random, ty: &Type, unknown: &Value) -> Value {
    let value = known(random, ty);
    match (unknown, &value) {
        (Value::Unknown(Some(refinement)), Value::String(text)) => {
            let prefix = refinement.prefix.as_deref().unwrap_or_default();
            Value::from(format!("{prefix}{text}"))
        }
        _ => value,
    }
}

/// A configured object that core would let through; so many of a hundred values are unknown.
pub(super) fn config(random: &mut Random, block: &Block, unknowns: u64) -> Value {
    Value::Object(
        block
            .fields
            .iter()
            .map(|field| configured_field(random, field, unknowns))
            .collect(),
    )
}

/// The configured value of one field.
pub(super) fn configured_field(random: &mut Random, field: &Field, unknowns: u64) -> Value {
    let optional = !field.is(Flags::REQUIRED);
    if let Some(value) = implied(random, field) {
        return if field.is_block() { value } else { Value::Null };
    }
    match &field.kind {
        Kind::Attribute { .. } | Kind::Nested { .. } if !field.is_configurable() => Value::Null,
        Kind::Attribute { .. } | Kind::Nested { .. } if optional && random.percent(40) => {
            Value::Null
        }
        Kind::Attribute { ty } => {
            let mut value = configured(random, ty, unknowns);
            // Of a collection that may keep its prior form, core wants the configured form of what
            // is known, and later nothing else: Terraform leaves no room for this (docs, equality).
            while field.extras.iter().any(is_equality)
                && !value.is_unknown()
                && !value.is_wholly_known()
            {
                value = configured(random, ty, unknowns);
            }
            value
        }
        Kind::Nested { nesting, block } => {
            if random.percent(unknowns) {
                return Value::UNKNOWN;
            }
            objects(random, *nesting, (0, 0), |random| {
                match random.below(100) as u64 {
                    0 if *nesting != Nesting::Single => Value::Null,
                    n if n < unknowns / 4 => Value::UNKNOWN,
                    _ => config(random, block, unknowns),
                }
            })
        }
        Kind::Block {
            nesting,
            block,
            min_items,
            max_items,
        } => {
            if *nesting == Nesting::Single && *min_items == 0 && random.percent(40) {
                return Value::Null;
            }
            if random.percent(unknowns / 3) && *nesting != Nesting::Group {
                return Value::UNKNOWN;
            }
            objects(random, *nesting, (*min_items, *max_items), |random| {
                config(random, block, unknowns)
            })
        }
        _ => unreachable!("another kind of field"),
    }
}

/// The value of `id` or of the `timeouts` block.
fn implied(random: &mut Random, field: &Field) -> Option<Value> {
    if !field.is(Flags::IMPLIED) {
        return None;
    }
    if !field.is_block() {
        return Some(Value::from("the-id"));
    }
    let times = [Value::Null, Value::from("5m"), Value::from("1h")];
    Some(match random.below(3) {
        0 => Value::Null,
        _ => Value::Object(vec![random.pick(&times).clone()]),
    })
}

fn objects(
    random: &mut Random,
    nesting: Nesting,
    (min_items, max_items): (u32, u32),
    mut object: impl FnMut(&mut Random) -> Value,
) -> Value {
    let count = random.below(4).max(min_items as usize);
    let count = if max_items > 0 {
        count.min(max_items as usize)
    } else {
        count
    };
    match nesting {
        Nesting::Single | Nesting::Group => object(random),
        Nesting::List => Value::List((0..count).map(|_| object(random)).collect()),
        Nesting::Set => Value::Set((0..count).map(|_| object(random)).collect()),
        Nesting::Map => {
            let elements: BTreeMap<_, _> = (0..count).map(|i| (key(i), object(random))).collect();
            Value::Map(elements)
        }
    }
}

/// Any object that could be stored.
pub(super) fn state(random: &mut Random, block: &Block) -> Value {
    Value::Object(
        block
            .fields
            .iter()
            .map(|field| stored_field(random, field))
            .collect(),
    )
}

/// Any value that could be stored for a field.
pub(super) fn stored_field(random: &mut Random, field: &Field) -> Value {
    if field.is(Flags::WRITE_ONLY) {
        return Value::Null;
    }
    if let Some(value) = implied(random, field) {
        return value;
    }
    match &field.kind {
        Kind::Attribute { .. } | Kind::Nested { .. } if random.percent(30) => Value::Null,
        Kind::Attribute { ty } => known(random, ty),
        Kind::Nested { nesting, block } => {
            objects(random, *nesting, (0, 0), |random| state(random, block))
        }
        Kind::Block { nesting, block, .. } => {
            if *nesting == Nesting::Single && random.percent(40) {
                return Value::Null;
            }
            objects(random, *nesting, (0, 0), |random| state(random, block))
        }
        _ => unreachable!("another kind of field"),
    }
}
