//! Write-only values inside blocks and nested attributes: they are in the configuration, where the
//! plan and what provider code wrote have null.

use std::borrow::Cow;
use std::sync::Arc;

use crate::schema::{Block, Field, Flags};
use crate::terraform_core::has_write_only;
use crate::value::{Value, field_of};

/// A field's nested block, if something in it is write-only and the field itself is not.
pub(super) fn secret_block(field: &Field) -> Option<&Block> {
    let (_, block) = field.nested_block()?;
    (!field.is(Flags::WRITE_ONLY) && has_write_only(block)).then_some(&**block)
}

/// An object with its write-only values filled in from the configuration: lists by index, maps by
/// key. A null configuration has none. (Set elements cannot have any.)
pub(super) fn with_secrets<'a>(block: &Block, object: &'a Value, config: &Value) -> Cow<'a, Value> {
    if has_write_only(block) {
        Cow::Owned(of_object(block, object.clone(), config))
    } else {
        Cow::Borrowed(object)
    }
}

/// The same for the value of a field whose block [`secret_block`] returned.
pub(super) fn field_with_secrets(block: &Block, value: Value, config: &Value) -> Value {
    match value {
        Value::List(elements) => {
            let config = match config {
                Value::List(config) => config.as_slice(),
                _ => &[],
            };
            let elements = elements.into_iter().enumerate().map(|(index, element)| {
                of_object(block, element, config.get(index).unwrap_or(&Value::Null))
            });
            Value::List(elements.collect())
        }
        Value::Map(elements) => {
            let elements = elements.into_iter().map(|(key, element)| {
                let config = match config {
                    Value::Map(config) => config.get(&key).unwrap_or(&Value::Null),
                    _ => &Value::Null,
                };
                (Arc::clone(&key), of_object(block, element, config))
            });
            Value::Map(elements.collect())
        }
        other => of_object(block, other, config),
    }
}

fn of_object(block: &Block, object: Value, config: &Value) -> Value {
    let Value::Object(values) = object else {
        return object;
    };
    let fields = block.fields.iter().zip(values).enumerate();
    let values = fields.map(|(position, (field, value))| {
        let config = field_of(config, position);
        if field.is(Flags::WRITE_ONLY) {
            return config.clone();
        }
        match secret_block(field) {
            Some(block) => field_with_secrets(block, value, config),
            None => value,
        }
    });
    Value::Object(values.collect())
}
