//! Values as they are written in a configuration, in one line.

use schema_rules::quoted;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

/// A value of a type.
pub(crate) fn literal(value: &Value, ty: &Type) -> String {
    match (value, ty) {
        (Value::Null | Value::Unknown(_), _) => "null".to_owned(),
        (Value::Bool(value), _) => value.to_string(),
        (Value::Number(number), _) => number.to_string(),
        (Value::String(text), _) => quoted(text),
        (Value::Dynamic(inner), _) => literal(&inner.value, &inner.ty),
        (Value::Object(values), Type::Object(attributes)) => {
            let set = attributes.iter().zip(values);
            let set = set.filter(|(_, value)| !value.is_null());
            in_braces(
                set.map(|(attribute, value)| (key(&attribute.name), literal(value, &attribute.ty))),
            )
        }
        (Value::Map(values), ty) => {
            let element = match ty {
                Type::Map(element) => (**element).clone(),
                _ => Type::Dynamic,
            };
            in_braces(
                values
                    .iter()
                    .map(|(name, value)| (key(name), literal(value, &element))),
            )
        }
        (Value::List(values), Type::Tuple(types)) => in_brackets(
            values
                .iter()
                .zip(types.iter())
                .map(|(value, ty)| literal(value, ty)),
        ),
        (Value::List(values), ty) => {
            in_brackets(values.iter().map(|value| literal(value, &element(ty))))
        }
        (Value::Set(values), ty) => {
            in_brackets(values.iter().map(|value| literal(value, &element(ty))))
        }
        (Value::Object(values), _) => {
            in_brackets(values.iter().map(|value| literal(value, &Type::Dynamic)))
        }
    }
}

fn element(ty: &Type) -> Type {
    match ty {
        Type::List(element) | Type::Set(element) => (**element).clone(),
        _ => Type::Dynamic,
    }
}

fn in_brackets(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn in_braces(items: impl Iterator<Item = (String, String)>) -> String {
    let items: Vec<String> = items
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    if items.is_empty() {
        return "{}".to_owned();
    }
    format!("{{ {} }}", items.join(", "))
}

fn key(name: &str) -> String {
    if schema_rules::is_identifier(name) {
        name.to_owned()
    } else {
        quoted(name)
    }
}
