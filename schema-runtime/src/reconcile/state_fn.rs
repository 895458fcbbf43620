//! State functions: the stored string differs from the one that provider code works with.

use crate::default_values::default_value;
use crate::path::Path;
use crate::schema::{Block, Environment, Field, Kind, Nesting};
use crate::value::Value;

fn has_state_fn(block: &Block) -> bool {
    block.any_field(&|field| field.state_fn().is_some())
}

/// The planned object with configured strings in place of what state functions made of them, for
/// provider code to read; `None` if the block has no state function.
pub(crate) fn before_state_fn(block: &Block, planned: &Value, config: &Value) -> Option<Value> {
    has_state_fn(block).then(|| object(block, planned, config))
}

fn object(block: &Block, planned: &Value, config: &Value) -> Value {
    let (Value::Object(values), Value::Object(config)) = (planned, config) else {
        return planned.clone();
    };
    let fields = block.fields.iter().zip(values.iter().zip(config));
    Value::Object(
        fields
            .map(|(field, (planned, config))| value(field, planned, config))
            .collect(),
    )
}

fn value(field: &Field, planned: &Value, config: &Value) -> Value {
    let (nesting, block) = match &field.kind {
        Kind::Attribute { .. } => return leaf(field, planned, config),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => (nesting, block),
    };
    match (nesting, planned, config) {
        (Nesting::List, Value::List(planned), Value::List(config)) => Value::List(
            planned
                .iter()
                .enumerate()
                .map(|(i, planned)| object(block, planned, config.get(i).unwrap_or(&Value::Null)))
                .collect(),
        ),
        (Nesting::Map, Value::Map(planned), Value::Map(config)) => Value::Map(
            planned
                .iter()
                .map(|(key, planned)| {
                    let config = config.get(key).unwrap_or(&Value::Null);
                    (std::sync::Arc::clone(key), object(block, planned, config))
                })
                .collect(),
        ),
        (Nesting::Single | Nesting::Group, planned, config) => object(block, planned, config),
        // The derive allows no state functions inside sets.
        _ => planned.clone(),
    }
}

fn leaf(field: &Field, planned: &Value, config: &Value) -> Value {
    let Some(state_fn) = field.state_fn() else {
        return planned.clone();
    };
    let raw = match config {
        // What a default took from the environment is no longer known. The check below detects
        // that: the state function gives a string other than the planned one.
        Value::Null => default_value(field, &Path::root(), &Environment::default()),
        config => Ok(config.clone()),
    };
    let raw = raw.unwrap_or(Value::Null);
    let same = !raw.is_null() && raw.is_wholly_known() && state_fn(&raw) == *planned;
    if same { raw } else { planned.clone() }
}

/// The stored form of a written string, if it matches the reference.
pub(super) fn after_state_fn(field: &Field, written: Value, reference: &Value) -> Value {
    let Some(state_fn) = field.state_fn() else {
        return written;
    };
    let asks = written != *reference && !written.is_null() && written.is_wholly_known();
    if asks && state_fn(&written) == *reference {
        reference.clone()
    } else {
        written
    }
}
