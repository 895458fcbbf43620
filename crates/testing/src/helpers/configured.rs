//! The part of an object that a configuration can set.

use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;

/// The configurable part of an object of a struct: a zero that represents an absent value becomes
/// absent.
pub(crate) fn configured(block: &Block, object: &Value) -> Value {
    block.replace_fields(object, &|field, value| {
        let stands_for_nothing =
            value.is_zero() && !field.is(Flags::NULLABLE) && field.default().is_none();
        if !field.is_configurable()
            || (stands_for_nothing && !field.is(Flags::REQUIRED))
            || field.removed().is_some()
        {
            return Some(match field.is_computed_block() {
                true => Value::Null,
                false => field.absent_value(),
            });
        }
        let (_, inner) = field.nested_block()?;
        // Only the provider sets such blocks.
        let set_by_provider =
            field.is_computed_block() && !inner.any_field(&|field| field.is(Flags::OPTIONAL));
        set_by_provider.then_some(Value::Null)
    })
}
