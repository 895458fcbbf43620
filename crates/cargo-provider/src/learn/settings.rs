//! The settings that the user gives, as a value of the provider's schema.

use serde_json::Value as Json;

use crate::learn::shape::{Nesting, Shape};
use crate::learn::value::Value;
use crate::result::Result;

/// An object of a schema, from JSON, with null for omitted members.
pub(crate) fn of_json(shape: &Shape, json: &Json) -> Result<Value> {
    let Json::Object(members) = json else {
        return Err("the settings are not a JSON object".into());
    };
    let roots = shape.roots.iter();
    let known: Vec<&str> = roots.map(|at| shape.nodes[*at].name()).collect();
    if let Some(name) = members.keys().find(|name| !known.contains(&name.as_str())) {
        let known = known.join(", ");
        return Err(format!(
            "the provider has no setting {name}; it has {known}"
        ));
    }
    Ok(object(shape, &shape.roots, &Value::of_json(json)))
}

fn object(shape: &Shape, fields: &[usize], given: &Value) -> Value {
    shape.object(fields, |_, node| {
        let value = given.member(node.name());
        let inside = |value: &Value| object(shape, &node.children, value);
        match (value, node.nesting()) {
            (value, None) => value.clone(),
            (Value::Map(_), Some(Nesting::Map)) | (Value::List(_), _) => {
                value.with_elements(inside)
            }
            (Value::Map(_), Some(_)) => inside(value),
            _ => node.absent(),
        }
    })
}
