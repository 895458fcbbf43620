//! Values as written in a configuration, on one line.

use schema_rules::quoted;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

/// Writes a value of a type.
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
            let element = element(ty);
            let values = values.iter();
            in_braces(values.map(|(name, value)| (key(name), literal(value, &element))))
        }
        (Value::List(values), Type::Tuple(types)) => {
            let values = values.iter().zip(types.iter());
            in_brackets(values.map(|(value, ty)| literal(value, ty)))
        }
        (Value::List(_) | Value::Set(_), ty) => {
            in_brackets(value.children().map(|value| literal(value, &element(ty))))
        }
        (Value::Object(values), _) => {
            in_brackets(values.iter().map(|value| literal(value, &Type::Dynamic)))
        }
    }
}

/// The type of an element.
pub(crate) fn element(ty: &Type) -> Type {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => (**element).clone(),
        _ => Type::Dynamic,
    }
}

fn in_brackets(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn in_braces(items: impl Iterator<Item = (String, String)>) -> String {
    let items = items.map(|(key, value)| format!("{key} = {value}"));
    match items.collect::<Vec<_>>().join(", ").as_str() {
        "" => "{}".to_owned(),
        items => format!("{{ {items} }}"),
    }
}

/// The name of an attribute or the key of a map as written in a configuration: quoted where the
/// language would read it as something else.
#[must_use]
pub fn key(name: &str) -> String {
    let mut characters = name.chars();
    let first = characters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let is_word = matches!(name, "for" | "null" | "true" | "false");
    if first && !is_word && characters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
        name.to_owned()
    } else {
        quoted(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_the_language_reads_as_something_else_is_quoted() {
        for word in ["for", "null", "true", "false", "1a", "a b", "", "ä"] {
            assert_eq!(key(word), format!("\"{word}\""));
        }
        for name in ["a", "_", "A1", "a-b", "form", "if", "nullable"] {
            assert_eq!(key(name), name);
        }
        let ty = Type::map(Type::Number);
        let map = Value::Map(
            [
                ("for".into(), Value::from(1)),
                ("fort".into(), Value::from(2)),
            ]
            .into(),
        );
        assert_eq!(literal(&map, &ty), "{ \"for\" = 1, fort = 2 }");
    }
}
