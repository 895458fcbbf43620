//! What of an object a configuration can set.

use schema_runtime::object::Object;
use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;

/// What of a struct can be configured: a zero that represents nothing is nothing.
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
            // Such blocks are only the provider's.
            if field.is_computed_block() && !inner.any_field(&|field| field.is(Flags::OPTIONAL)) {
                return Value::Null;
            }
            value.map_objects(|one| of(inner, one))
        });
        Value::Object(values.collect())
    }
    of(R::__BLOCK, object)
}
