//! The settings that the user gives, as a value of the provider's schema.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::learn::shape::{Nesting, Shape};
use crate::learn::value::Value;
use crate::result::Result;

/// An object of a schema, from JSON, with null for omitted members.
pub(crate) fn of_json(shape: &Shape, json: &Json) -> Result<Value> {
    let Json::Object(members) = json else {
        return Err("the settings are not a JSON object".into());
    };
    let known: Vec<&str> = shape
        .roots
        .iter()
        .map(|at| shape.nodes[*at].name())
        .collect();
    if let Some(name) = members.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(format!(
            "the provider has no setting {name}; it has {}",
            known.join(", ")
        ));
    }
    Ok(object_of(shape, &shape.roots, json))
}

fn object_of(shape: &Shape, fields: &[usize], json: &Json) -> Value {
    let members = fields.iter().map(|&at| {
        let node = &shape.nodes[at];
        let value = match (&json[node.name()], node.nesting()) {
            (json, None) => Value::of_json(json),
            (Json::Object(members), Some(Nesting::Map)) => Value::Map(
                members
                    .iter()
                    .map(|(key, json)| (key.clone(), object_of(shape, &node.children, json)))
                    .collect(),
            ),
            (Json::Array(all), Some(_)) => Value::List(
                all.iter()
                    .map(|json| object_of(shape, &node.children, json))
                    .collect(),
            ),
            (json @ Json::Object(_), Some(_)) => object_of(shape, &node.children, json),
            (_, Some(Nesting::List | Nesting::Set)) if node.is_block => Value::List(Vec::new()),
            (_, Some(Nesting::Map)) if node.is_block => Value::Map(BTreeMap::new()),
            _ => Value::Null,
        };
        (node.name().to_owned(), value)
    });
    Value::Map(members.collect())
}
