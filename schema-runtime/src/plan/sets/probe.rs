//! Whether the key of an element depends on what is unknown.

use crate::schema::{Block, SetKeyFn};
use crate::ty::Type;
use crate::value::Value;

/// The key of an element; unknown if it depends on an unknown. A provider developer's function
/// reads unknown as zero, so it is called with two different values in place of each unknown.
pub(in crate::plan) fn known_key(key: SetKeyFn, block: &Block, element: &Value) -> Value {
    if element.is_wholly_known() {
        return key(element);
    }
    let [one, other] = [0, 1].map(|probe| key(&probed_block(block, element, probe)));
    if one == other { one } else { Value::UNKNOWN }
}

fn probed_block(block: &Block, object: &Value, probe: i64) -> Value {
    block.replace_fields(object, &|field, value| {
        Some(with_sample(field.attribute_type()?, value, probe))
    })
}

/// The value with each unknown replaced. A value with a nested unknown is replaced as a whole.
fn with_sample(ty: &Type, value: &Value, probe: i64) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    match ty {
        Type::Bool => Value::from(probe == 1),
        Type::Number => Value::from(probe),
        Type::String => Value::from(probe.to_string()),
        Type::List(element) => Value::List(vec![with_sample(element, &Value::UNKNOWN, probe)]),
        Type::Set(element) => {
            let element = with_sample(element, &Value::UNKNOWN, probe);
            Value::Set([element].into_iter().collect())
        }
        Type::Map(element) => {
            let element = with_sample(element, &Value::UNKNOWN, probe);
            Value::Map([("probe".into(), element)].into_iter().collect())
        }
        _ => value.clone(),
    }
}
