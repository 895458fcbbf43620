//! Write-only values inside blocks and nested attributes: they are in the configuration, where the
//! plan and what provider code wrote have null.

use std::borrow::Cow;

use crate::correlate::change_beside;
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
        Cow::Owned(field_with_secrets(block, object.clone(), config))
    } else {
        Cow::Borrowed(object)
    }
}

/// The same for the value of a field whose block [`secret_block`] returned.
pub(super) fn field_with_secrets(block: &Block, mut value: Value, config: &Value) -> Value {
    fill_in(block, &mut value, config);
    value
}

fn fill_in(block: &Block, value: &mut Value, config: &Value) {
    let Value::Object(values) = value else {
        return change_beside(value, config, |_, element, config| {
            fill_in(block, element, config.unwrap_or(&Value::Null));
        });
    };
    for (position, (field, value)) in block.fields.iter().zip(values).enumerate() {
        let config = field_of(config, position);
        if field.is(Flags::WRITE_ONLY) {
            *value = config.clone();
        } else if let Some(block) = secret_block(field) {
            fill_in(block, value, config);
        }
    }
}
