//! Whether a value is of a schema's type, and which type a value has.

use super::CoreError;
use super::element::{declared, each_part};
use super::support::{Report, show};
use crate::codec::expected::{Expected, Form};
use crate::path::{object_steps, steps};
use crate::schema::{Block, Field, Flags, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// Where a value is not of the schema's type; core rejects such an answer before all other checks.
#[must_use]
pub fn conformance(block: &Block, value: &Value) -> Vec<CoreError> {
    Report::of(|report| conform(Expected::Object(block), value, report))
}

/// The same for the value of one field.
pub(crate) fn field_conformance(field: &Field, value: &Value) -> Vec<CoreError> {
    Report::of(|report| {
        report.within_field(&field.name, |report| {
            conform(declared(field), value, report)
        });
    })
}

fn conform(expected: Expected<'_>, value: &Value, report: &mut Report) {
    match (expected.form(), value) {
        (_, Value::Null | Value::Unknown(_))
        | (Form::String, Value::String(_))
        | (Form::Number, Value::Number(_))
        | (Form::Bool, Value::Bool(_)) => {}
        (Form::Dynamic, Value::Dynamic(dynamic)) if dynamic.ty != Type::Dynamic => {
            conform(Expected::Type(&dynamic.ty), &dynamic.value, report);
        }
        _ => {
            let fits = each_part(expected, value, |step, expected, value| {
                report.within(step.step(), |report| conform(expected, value, report));
            });
            if fits {
                return;
            }
            let required = match expected {
                Expected::Type(ty) => &*ty.to_string(),
                Expected::Collection(Nesting::List, _) => "a list of objects",
                Expected::Collection(Nesting::Set, _) => "a set of objects",
                Expected::Collection(Nesting::Map, _) => "a map of objects",
                _ => "an object with the schema's fields",
            };
            let shown = show(value);
            report.error(format!("{required} is required, but this is {shown}"));
        }
    }
}

/// Null elements of nested attributes that would hold sensitive attributes: core crashes on them
/// while it looks for those. A provider that plans the configured values has them only where the
/// configuration does.
#[must_use]
pub fn null_sensitive_elements(block: &Block, value: &Value) -> Vec<CoreError> {
    Report::of(|report| find_null_elements(block, value, report))
}

fn find_null_elements(block: &Block, value: &Value, report: &mut Report) {
    for (field, value) in block.with_values(value) {
        let Some((_, inner)) = field.nested_block() else {
            continue;
        };
        report.within_field(&field.name, |report| {
            if !field.is_block() {
                null_elements(inner, value, report);
            }
            for (step, object) in object_steps(value) {
                match step {
                    Some(step) => report.within(step.step(), |report| {
                        find_null_elements(inner, object, report);
                    }),
                    None => find_null_elements(inner, object, report),
                }
            }
        });
    }
}

fn null_elements(block: &Block, value: &Value, report: &mut Report) {
    if !block.any_field(&|field| field.is(Flags::SENSITIVE)) {
        return;
    }
    for (step, _) in steps(value).filter(|(_, element)| element.is_null()) {
        report.error_at(
            step.step(),
            "an object that may hold sensitive attributes cannot be null (Terraform crashes on it)",
        );
    }
}

/// The type of a value declared as `declared`: that type, with its dynamic parts filled in as far
/// as the value decides them.
#[must_use]
pub fn value_type(declared: &Type, value: &Value) -> Type {
    if !declared.has_dynamic() {
        return declared.clone();
    }
    let mut values = value.children();
    match (declared, value) {
        (Type::Dynamic, Value::Dynamic(dynamic)) => dynamic.ty.clone(),
        (Type::List(_), Value::List(_))
        | (Type::Set(_), Value::Set(_))
        | (Type::Map(_), Value::Map(_)) => declared.map_parts(|element| {
            // All elements have one type; the first that shows it completely decides.
            let mut types = values.by_ref().map(|value| value_type(element, value));
            let complete = types.find(|ty| !ty.has_dynamic());
            complete.unwrap_or_else(|| element.clone())
        }),
        (Type::Tuple(_), Value::List(parts)) | (Type::Object(_), Value::Object(parts))
            if declared.parts().count() == parts.len() =>
        {
            declared.map_parts(|ty| {
                values
                    .next()
                    .map_or_else(|| ty.clone(), |it| value_type(ty, it))
            })
        }
        _ => declared.clone(),
    }
}

/// Whether a value of type `actual` fits where `planned` was promised: the same type wherever that
/// is decided.
pub(super) fn conforms(planned: &Type, actual: &Type) -> bool {
    match (planned, actual) {
        (Type::Dynamic, _) => true,
        (Type::List(p), Type::List(a))
        | (Type::Set(p), Type::Set(a))
        | (Type::Map(p), Type::Map(a)) => conforms(p, a),
        _ if planned.has_parts_like(actual) => {
            let mut parts = planned.parts().zip(actual.parts());
            parts.all(|(planned, actual)| conforms(planned, actual))
        }
        _ => planned == actual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::read_block;
    use serde_json::json;

    #[test]
    fn what_is_of_another_type_is_named() {
        let block = read_block(&json!({
            "attributes": {
                "name": {"type": "string"},
                "tags": {"type": ["map", "string"]},
            },
            "block_types": {"disk": {"nesting_mode": "list", "block": {
                "attributes": {"size": {"type": "number"}}}}},
        }))
        .unwrap();
        let value = Value::Object(vec![
            Value::List(vec![Value::Object(vec![Value::from("big")])]),
            Value::from(1),
            Value::Map([("a".into(), Value::from(true))].into()),
        ]);
        let places: Vec<String> = conformance(&block, &value)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            places,
            [
                "disk[0].size: number is required, but this is \"big\"",
                "name: string is required, but this is 1",
                "tags[\"a\"]: string is required, but this is true",
            ]
        );
        assert_eq!(conformance(&block, &block.empty_object()), []);
    }

    #[test]
    fn a_null_element_that_may_hold_sensitive_attributes_is_named() {
        let block = read_block(
            &json!({"attributes": {"rule": {"optional": true, "nested_type": {
                "nesting_mode": "list", "attributes": {
                    "login": {"optional": true, "nested_type": {
                        "nesting_mode": "single",
                        "attributes": {"key": {"type": "string", "sensitive": true}},
                    }},
                },
            }}}}),
        )
        .unwrap();
        let direct = read_block(
            &json!({"attributes": {"rule": {"optional": true, "nested_type": {
                "nesting_mode": "set",
                "attributes": {"key": {"type": "string", "sensitive": true}},
            }}}}),
        )
        .unwrap();
        let keys = Value::Object(vec![Value::Set([Value::Null].into_iter().collect())]);
        assert_eq!(null_sensitive_elements(&direct, &keys).len(), 1);
        let rules = |rules: Vec<Value>| Value::Object(vec![Value::List(rules)]);
        let some = || Value::Object(vec![Value::Null]);
        assert_eq!(null_sensitive_elements(&block, &rules(vec![some()])), []);
        let errors = null_sensitive_elements(&block, &rules(vec![some(), Value::Null]));
        let places: Vec<String> = errors.iter().map(|e| e.path.to_string()).collect();
        assert_eq!(places, ["rule[1]"]);
    }

    #[test]
    fn a_value_decides_what_its_declared_type_leaves_open() {
        let declared = Type::list(Type::Dynamic);
        let value = Value::List(vec![Value::dynamic(Type::Bool, Value::Null)]);
        assert_eq!(value_type(&declared, &value).to_string(), "list(bool)");
        assert_eq!(
            value_type(&declared, &Value::List(Vec::new())).to_string(),
            "list(any)"
        );
        assert!(conforms(&declared, &Type::list(Type::Bool)));
        assert!(!conforms(&Type::list(Type::Bool), &declared));
    }
}
