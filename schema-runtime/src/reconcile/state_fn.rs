//! State functions: the stored string differs from the one that provider code works with.

use crate::default_values::default_value;
use crate::path::{Path, map_steps};
use crate::schema::{Block, Environment, Field};
use crate::value::Value;

/// The planned object with configured strings in place of what state functions made of them, for
/// provider code to read; `None` if the block has no state function.
pub(crate) fn before_state_fn(block: &Block, planned: &Value, config: &Value) -> Option<Value> {
    let has_state_fn = block.any_field(&|field| field.state_fn().is_some());
    has_state_fn.then(|| object(block, planned, config))
}

fn object(block: &Block, planned: &Value, config: &Value) -> Value {
    let (Value::Object(values), Value::Object(config)) = (planned, config) else {
        return planned.clone();
    };
    let fields = block.fields.iter().zip(values.iter().zip(config));
    let fields = fields.map(
        |(field, (planned, config))| match (field.nested_block(), planned) {
            (None, _) => leaf(field, planned, config),
            // The derive allows no state functions inside sets.
            (Some(_), Value::Set(_)) => planned.clone(),
            (Some((_, block)), _) => map_steps(planned, |step, planned| {
                object(block, planned, step.of(config).unwrap_or(&Value::Null))
            })
            .unwrap_or_else(|| object(block, planned, config)),
        },
    );
    Value::Object(fields.collect())
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
