//! Defaults in elements of sets and maps, in the result of a data source.
//!
//! When Terraform defers a read until apply, it plans the result itself: null for what is not
//! configured in a set element, and before 1.12 in a map element. References to the element would
//! contradict their plan if the read returned a value. No schema can tell Terraform more, so the
//! read returns null too: provider code sees the default, but the result does not have it.

use std::collections::HashMap;

use super::defaults::{has_defaults, with_block_defaults};
use crate::path::{map_steps, object_steps};
use crate::schema::{Block, Environment, Field, Flags, Kind, Nesting, Schema};
use crate::value::Value;

/// The result of a data source, with null for each default that was filled in within an element of
/// a set or map. Other values that provider code set are kept.
#[must_use]
pub fn without_element_defaults(
    schema: &Schema,
    config: &Value,
    result: &Value,
    environment: &Environment,
) -> Value {
    let filled = with_block_defaults(&schema.block, config, environment);
    let all = [config, &filled, result];
    object(&schema.block, all, false, environment)
}

/// Whether a field in an element of a set or map has a default.
#[must_use]
pub fn has_element_defaults(block: &Block) -> bool {
    block.fields.iter().any(|field| match field.nested_block() {
        Some((Nesting::Set | Nesting::Map, block)) => has_defaults(block),
        Some((_, block)) => has_element_defaults(block),
        None => false,
    })
}

/// As configured, as configured with defaults, and as read.
type Three<'v> = [&'v Value; 3];

fn object(block: &Block, all: Three<'_>, in_element: bool, environment: &Environment) -> Value {
    let [config, filled, result] = all;
    let (Value::Object(config), Value::Object(filled), Value::Object(result)) =
        (config, filled, result)
    else {
        return result.clone();
    };
    let values = config.iter().zip(filled.iter()).zip(result.iter());
    let fields = block.fields.iter().zip(values);
    let restored = fields.map(|(field, ((config, filled), result))| {
        restored(field, [config, filled, result], in_element, environment)
    });
    Value::Object(restored.collect())
}

fn restored(field: &Field, all: Three<'_>, in_element: bool, environment: &Environment) -> Value {
    let [config, filled, result] = all;
    match &field.kind {
        Kind::Attribute { .. } if in_element && config.is_null() && filled == result => Value::Null,
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. }
            if has_defaults(block) =>
        {
            let in_element = in_element || matches!(nesting, Nesting::Set | Nesting::Map);
            match all {
                [Value::Set(configs), _, Value::Set(results)] => {
                    // Filled one by one: elements that differ only in defaults merge afterwards.
                    let fills = configs
                        .iter()
                        .map(|config| (config, with_block_defaults(block, config, environment)));
                    let mut known: HashMap<Value, Vec<(&Value, Value)>> = HashMap::new();
                    for (config, filled) in fills {
                        let key = without(block, &filled, &is_computed);
                        known.entry(key).or_default().push((config, filled));
                    }
                    let mut elements = Vec::with_capacity(results.len());
                    for result in results {
                        let same = known.get(&without(block, result, &is_computed));
                        let before = elements.len();
                        for (config, filled) in same.into_iter().flatten() {
                            if agrees(block, config, result, &is_computed) {
                                let all = [config, filled, result];
                                elements.push(object(block, all, true, environment));
                            }
                        }
                        if elements.len() == before {
                            elements.push(result.clone());
                        }
                    }
                    Value::Set(elements.into_iter().collect())
                }
                [_, _, Value::Set(_)] => result.clone(),
                [Value::List(configs), _, Value::List(results)]
                    if configs.len() != results.len() =>
                {
                    result.clone()
                }
                _ => map_steps(result, |step, result| {
                    match (step.of(config), step.of(filled)) {
                        (Some(config), Some(filled)) => {
                            object(block, [config, filled, result], in_element, environment)
                        }
                        _ => result.clone(),
                    }
                })
                .unwrap_or_else(|| object(block, all, in_element, environment)),
            }
        }
        _ => result.clone(),
    }
}

fn is_computed(field: &Field) -> bool {
    field.is(Flags::COMPUTED)
}

/// Whether a result has the configured values of those fields that the provider may fill in.
pub(super) fn agrees(
    block: &Block,
    config: &Value,
    result: &Value,
    fills: &dyn Fn(&Field) -> bool,
) -> bool {
    let (Value::Object(config), Value::Object(result)) = (config, result) else {
        return true;
    };
    let mut fields = block.fields.iter().zip(config.iter().zip(result.iter()));
    fields.all(|(field, (config, result))| match field.nested_block() {
        None => !fills(field) || config.is_null() || config == result,
        Some((Nesting::Set, _)) => true,
        Some((_, block)) => {
            let mut objects = object_steps(config).zip(object_steps(result));
            objects.all(|((_, config), (_, result))| agrees(block, config, result, fills))
        }
    })
}

/// An element without the fields that the provider may fill in.
pub(super) fn without(block: &Block, element: &Value, fills: &dyn Fn(&Field) -> bool) -> Value {
    block.replace_fields(element, &|field, _| fills(field).then_some(Value::Null))
}
