//! Whether a value is of a schema's type, and which type a value has.

use super::CoreError;
use super::support::{Report, index_step, show};
use crate::path::steps;
use crate::schema::{Block, Flags, Kind, Nesting};
use crate::ty::Type;
use crate::value::Value;

/// Where a value is not of the schema's type; core rejects such an answer before all other checks.
#[must_use]
pub fn conformance(block: &Block, value: &Value) -> Vec<CoreError> {
    let mut report = Report::default();
    object(block, value, &mut report);
    report.finish()
}

fn wrong(what: &str, value: &Value, report: &mut Report) {
    report.error(format!("{what} is required, but this is {}", show(value)));
}

fn object(block: &Block, value: &Value, report: &mut Report) {
    match value {
        Value::Null | Value::Unknown(_) => {}
        Value::Object(fields) if fields.len() == block.fields.len() => {
            for (field, value) in block.fields.iter().zip(fields) {
                report.within_field(&field.name, |report| match &field.kind {
                    Kind::Attribute { ty } => of_type(ty, value, report),
                    Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                        nested(*nesting, block, value, report);
                    }
                });
            }
        }
        _ => wrong("an object with the schema's fields", value, report),
    }
}

/// Null elements of nested attributes that would hold sensitive attributes: core crashes on them
/// while it looks for those. A provider that plans the configured values has them only where the
/// configuration does.
#[must_use]
pub fn null_sensitive_elements(block: &Block, value: &Value) -> Vec<CoreError> {
    let mut report = Report::default();
    find_null_elements(block, value, &mut report);
    report.finish()
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
            for (step, element) in steps(value) {
                report.within(step.step(), |report| {
                    find_null_elements(inner, element, report)
                });
            }
            if !value.is_collection() {
                find_null_elements(inner, value, report);
            }
        });
    }
}

fn null_elements(block: &Block, value: &Value, report: &mut Report) {
    if !has_sensitive(block) {
        return;
    }
    for (step, _) in steps(value).filter(|(_, element)| element.is_null()) {
        report.error_at(
            step.step(),
            "an object that may hold sensitive attributes cannot be null (Terraform crashes on it)",
        );
    }
}

fn has_sensitive(block: &Block) -> bool {
    block.any_field(&|field| field.is(Flags::SENSITIVE))
}

fn nested(nesting: Nesting, block: &Block, value: &Value, report: &mut Report) {
    match (nesting, value) {
        (_, Value::Null | Value::Unknown(_)) => {}
        (Nesting::Single | Nesting::Group, _) => object(block, value, report),
        (Nesting::List, Value::List(_))
        | (Nesting::Set, Value::Set(_))
        | (Nesting::Map, Value::Map(_)) => {
            for (step, element) in steps(value) {
                report.within(step.step(), |report| object(block, element, report));
            }
        }
        (Nesting::List, _) => wrong("a list of objects", value, report),
        (Nesting::Set, _) => wrong("a set of objects", value, report),
        (Nesting::Map, _) => wrong("a map of objects", value, report),
    }
}

fn of_type(ty: &Type, value: &Value, report: &mut Report) {
    match (ty, value) {
        (_, Value::Null | Value::Unknown(_))
        | (Type::String, Value::String(_))
        | (Type::Number, Value::Number(_))
        | (Type::Bool, Value::Bool(_)) => {}
        (Type::Dynamic, Value::Dynamic(dynamic)) if dynamic.ty != Type::Dynamic => {
            of_type(&dynamic.ty, &dynamic.value, report);
        }
        (Type::List(element), Value::List(_))
        | (Type::Set(element), Value::Set(_))
        | (Type::Map(element), Value::Map(_)) => {
            for (step, value) in steps(value) {
                report.within(step.step(), |report| of_type(element, value, report));
            }
        }
        (Type::Tuple(types), Value::List(elements)) if types.len() == elements.len() => {
            for (index, (ty, value)) in types.iter().zip(elements).enumerate() {
                report.within(index_step(index), |report| of_type(ty, value, report));
            }
        }
        (Type::Object(attributes), Value::Object(values)) if attributes.len() == values.len() => {
            for (attribute, value) in attributes.iter().zip(values) {
                report.within_field(&attribute.name, |report| {
                    of_type(&attribute.ty, value, report);
                });
            }
        }
        _ => wrong(&ty.to_string(), value, report),
    }
}

/// The type of a value declared as `declared`: that type, with its dynamic parts filled in as far
/// as the value decides them.
#[must_use]
pub fn value_type(declared: &Type, value: &Value) -> Type {
    if !declared.has_dynamic() {
        return declared.clone();
    }
    let element_type = |element: &Type| {
        // All elements have one type; the first that shows it completely decides.
        value
            .children()
            .map(|value| value_type(element, value))
            .find(|ty| !ty.has_dynamic())
            .unwrap_or_else(|| element.clone())
    };
    match (declared, value) {
        (Type::Dynamic, Value::Dynamic(dynamic)) => dynamic.ty.clone(),
        (Type::List(e), Value::List(_)) => Type::list(element_type(e)),
        (Type::Set(e), Value::Set(_)) => Type::set(element_type(e)),
        (Type::Map(e), Value::Map(_)) => Type::map(element_type(e)),
        (Type::Tuple(types), Value::List(list)) if types.len() == list.len() => Type::tuple(
            types
                .iter()
                .zip(list)
                .map(|(ty, value)| value_type(ty, value))
                .collect(),
        ),
        (Type::Object(attributes), Value::Object(values)) if attributes.len() == values.len() => {
            Type::object(
                attributes
                    .iter()
                    .zip(values)
                    .map(|(a, value)| (a.name.clone(), value_type(&a.ty, value))),
            )
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
        (Type::Tuple(p), Type::Tuple(a)) => {
            p.len() == a.len() && p.iter().zip(a.iter()).all(|(p, a)| conforms(p, a))
        }
        (Type::Object(p), Type::Object(a)) => {
            p.len() == a.len()
                && p.iter()
                    .zip(a.iter())
                    .all(|(p, a)| p.name == a.name && conforms(&p.ty, &a.ty))
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
