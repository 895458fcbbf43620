//! Small changes of an object, as drift or an edit makes them.

use schema_runtime::schema::{Block, Field, Flags, Kind};
use schema_runtime::value::Value;

use super::random::Random;

/// Replaces so many of a hundred values by what `fresh` makes for the field.
pub(super) fn mutate(
    random: &mut Random,
    block: &Block,
    object: &Value,
    percent: u64,
    fresh: &mut dyn FnMut(&mut Random, &Field) -> Value,
) -> Value {
    let Value::Object(values) = object else {
        return object.clone();
    };
    let fields = block.fields.iter().zip(values);
    Value::Object(
        fields
            .map(|(field, value)| {
                if random.percent(percent) {
                    return fresh(random, field);
                }
                let (Kind::Nested { block, .. } | Kind::Block { block, .. }) = &field.kind else {
                    return value.clone();
                };
                if field.is(Flags::IMPLIED) {
                    return value.clone();
                }
                match value {
                    Value::List(elements) => Value::List(
                        elements
                            .iter()
                            .map(|e| mutate(random, block, e, percent, fresh))
                            .collect(),
                    ),
                    Value::Set(elements) => Value::Set(
                        elements
                            .iter()
                            .map(|e| mutate(random, block, e, percent, fresh))
                            .collect(),
                    ),
                    Value::Map(elements) => Value::Map(
                        elements
                            .iter()
                            .map(|(k, e)| (k.clone(), mutate(random, block, e, percent, fresh)))
                            .collect(),
                    ),
                    single => mutate(random, block, single, percent, fresh),
                }
            })
            .collect(),
    )
}
