//! Values of write-only attributes, which only the configuration may have.

use super::CoreError;
use super::support::{NOT_OF_SCHEMA, Report, is_object_of};
use crate::path::object_steps;
use crate::schema::{Block, Field, Flags, Nesting};
use crate::value::Value;

/// The write-only attributes that are not null in a plan, state or result. Core rejects such an
/// answer even if it otherwise accepts the plan, and drops an applied object from state.
///
/// An unknown element of a nested attribute counts as an object of unknowns, as in core: its
/// write-only attributes are not null. (An unknown block or nested attribute does not.)
///
/// A null element of a nested attribute is an error if it contains a nested attribute with
/// write-only attributes: core crashes on it. See [`core_overlooks_write_only`] for what core
/// misses.
#[must_use]
pub fn write_only_values(block: &Block, value: &Value) -> Vec<CoreError> {
    Report::of(|report| {
        if has_write_only(block) {
            object(block, value, report);
        }
    })
}

/// Whether core finds no write-only value in an object, whatever it contains: it abandons the whole
/// search if it cannot follow the path of a write-only attribute. That is so below a map block that
/// is sent as an object (something in it is dynamic) and below a null element. We search on, since
/// a secret would get into the state.
#[must_use]
pub fn core_overlooks_write_only(block: &Block, value: &Value) -> bool {
    block.with_values(value).any(|(field, value)| {
        let Some((nesting, inner)) = field.nested_block() else {
            return false;
        };
        if field.is(Flags::WRITE_ONLY) || !has_write_only(inner) {
            return false;
        }
        let within =
            |element: &Value| element.is_null() || core_overlooks_write_only(inner, element);
        match value {
            Value::Set(set) => !set.is_empty(),
            Value::Map(map)
                if nesting == Nesting::Map && field.is_block() && inner.has_dynamic() =>
            {
                !map.is_empty()
            }
            Value::List(_) | Value::Map(_) => value.children().any(within),
            other => core_overlooks_write_only(inner, other),
        }
    })
}

const NOT_NULL: &str = "a write-only attribute must be null here";

/// Whether a block has a write-only attribute, at any depth.
pub(crate) fn has_write_only(block: &Block) -> bool {
    block.any_field(&|field| field.is(Flags::WRITE_ONLY))
}

fn object(block: &Block, value: &Value, report: &mut Report) {
    if !is_object_of(block, value) {
        return report.error(NOT_OF_SCHEMA);
    }
    for (field, value) in block.with_values(value) {
        self::field(field, value, report);
    }
}

fn field(field: &Field, value: &Value, report: &mut Report) {
    if field.is(Flags::WRITE_ONLY) && !value.is_null() {
        report.within_field(&field.name, |report| report.error(NOT_NULL));
        return;
    }
    let Some((_, block)) = field.nested_block() else {
        return;
    };
    if !has_write_only(block) {
        return;
    }
    report.within_field(&field.name, |report| {
        for (step, value) in object_steps(value) {
            match step {
                Some(step) => report.within(step.step(), |report| {
                    element(block, field.is_block(), value, report);
                }),
                None => object(block, value, report),
            }
        }
    });
}

fn element(block: &Block, is_block: bool, value: &Value, report: &mut Report) {
    let crashes = || {
        let mut nested = block.fields.iter().filter_map(Field::nested_block);
        nested.any(|(_, block)| has_write_only(block))
    };
    if value.is_null() && !is_block && crashes() {
        report.error("an object that may hold write-only attributes cannot be null");
    } else if value.is_unknown() && !is_block {
        for inner in block.fields.iter().filter(|f| f.is(Flags::WRITE_ONLY)) {
            report.within_field(&inner.name, |report| report.error(NOT_NULL));
        }
    } else {
        object(block, value, report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::read_block;
    use serde_json::json;

    /// Core walks the elements of a nested attribute without checking whether they are known.
    #[test]
    fn an_unknown_element_of_a_nested_attribute_has_write_only_values() {
        let attributes = json!({
            "w": {"type": "string", "write_only": true},
            "x": {"type": "string"},
        });
        let nested =
            |mode| json!({"nested_type": {"nesting_mode": mode, "attributes": attributes}});
        let block = read_block(&json!({
            "attributes": {"l": nested("list"), "m": nested("map"), "s": nested("single")},
            "block_types": {"b": {"nesting_mode": "list", "block": {"attributes": attributes}}},
        }))
        .unwrap();
        let places = |value| -> Vec<String> {
            write_only_values(&block, &value)
                .iter()
                .map(|error| error.path.to_string())
                .collect()
        };
        let unknown_elements = Value::Object(vec![
            Value::List(vec![Value::UNKNOWN]),
            Value::List(vec![
                Value::Object(vec![Value::Null, Value::Null]),
                Value::UNKNOWN,
            ]),
            Value::Map([("k".into(), Value::UNKNOWN)].into()),
            Value::UNKNOWN,
        ]);
        assert_eq!(places(unknown_elements), ["l[1].w", "m[\"k\"].w"]);
        assert!(places(Value::Object(vec![Value::UNKNOWN; 4])).is_empty());
    }

    #[test]
    fn a_write_only_value_is_named_wherever_it_is() {
        let inner = json!({"attributes": {"w": {"type": "string", "write_only": true}}});
        let block = read_block(&json!({
            "attributes": {
                "n": {"optional": true, "nested_type": {"nesting_mode": "list", "attributes": inner["attributes"]}},
                "w": {"type": "string", "optional": true, "write_only": true},
            },
            "block_types": {"b": {"nesting_mode": "single", "block": inner}},
        }))
        .unwrap();
        let secret = || Value::Object(vec![Value::from("x")]);
        let value = Value::Object(vec![
            secret(),
            Value::List(vec![
                Value::Object(vec![Value::Null]),
                secret(),
                Value::Null,
            ]),
            Value::UNKNOWN,
        ]);
        let places: Vec<String> = write_only_values(&block, &value)
            .iter()
            .map(|error| error.path.to_string())
            .collect();
        assert_eq!(places, ["b.w", "n[1].w", "w"]);
        assert!(write_only_values(&block, &block.empty_object()).is_empty());
    }
}
