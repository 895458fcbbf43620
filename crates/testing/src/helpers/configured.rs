//! The part of an object that a configuration can set.

use schema_runtime::object::Object;
use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;

/// The configurable part of a struct: a zero that represents an absent value becomes absent.
pub(crate) fn configured<R: Object>(object: &Value) -> Value {
    fn of(block: &Block, object: &Value) -> Value {
        let Value::Object(values) = object else {
            return object.clone();
        };
        let values = block.fields.iter().zip(values).map(|(field, value)| {
            let stands_for_nothing =
                value.is_zero() && !field.is(Flags::NULLABLE) && field.default().is_none();
            if !field.is_configurable()
                || (stands_for_nothing && !field.is(Flags::REQUIRED))
                || field.removed().is_some()
            {
                return match field.is_computed_block() {
                    true => Value::Null,
                    false => field.absent_value(),
                };
            }
            let Some((_, inner)) = field.nested_block() else {
                return value.clone();
            };
            // Only the provider sets such blocks.
            if field.is_computed_block() && !inner.any_field(&|field| field.is(Flags::OPTIONAL)) {
                return Value::Null;
            }
            value.map_objects(|one| of(inner, one))
        });
        Value::Object(values.collect())
    }
    of(R::__BLOCK, object)
}
