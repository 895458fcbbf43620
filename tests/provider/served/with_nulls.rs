// Included by modules that have `Block`, `Kind` and `Value`.

/// The same with null instead of each empty form, at every depth.
pub(crate) fn with_nulls(block: &Block, value: &Value) -> Value {
    let Value::Object(values) = value else {
        return value.clone();
    };
    let fields = block.fields.iter().zip(values);
    Value::Object(
        fields
            .map(|(field, value)| match &field.kind {
                Kind::Block { .. }
                    if *value == field.absent_value() && !field.is_computed_block() =>
                {
                    Value::Null
                }
                Kind::Block { block, .. } => match value {
                    Value::List(blocks) => {
                        Value::List(blocks.iter().map(|one| with_nulls(block, one)).collect())
                    }
                    Value::Set(blocks) => {
                        Value::Set(blocks.iter().map(|one| with_nulls(block, one)).collect())
                    }
                    Value::Map(blocks) => Value::Map(
                        blocks
                            .iter()
                            .map(|(key, one)| (key.clone(), with_nulls(block, one)))
                            .collect(),
                    ),
                    one => with_nulls(block, one),
                },
                _ => value.clone(),
            })
            .collect(),
    )
}
