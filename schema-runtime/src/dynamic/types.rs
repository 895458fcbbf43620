//! Types as Terraform writes them in JSON: `"string"`, `["list", T]`, `["object", {…}]`.

use serde_json::{Map, Value as Json, json};

use super::error::{DoorError, Place};
use crate::refs::Ref;
use crate::ty::{ObjectAttribute, Type};

/// Reads a type from its JSON form.
///
/// # Errors
/// The JSON is no type.
///
/// ```
/// use schema_runtime::dynamic::type_from_json;
/// let ty = type_from_json(&serde_json::json!(["map", ["set", "string"]])).unwrap();
/// assert_eq!(ty.to_string(), "map(set(string))");
/// ```
pub fn type_from_json(json: &Json) -> Result<Type, DoorError> {
    read(json, &Place::ROOT)
}

pub(super) fn read(json: &Json, at: &Place<'_>) -> Result<Type, DoorError> {
    at.check_depth()?;
    match json {
        Json::String(name) => match name.as_str() {
            "string" => Ok(Type::String),
            "number" => Ok(Type::Number),
            "bool" => Ok(Type::Bool),
            "dynamic" => Ok(Type::Dynamic),
            other => Err(at.error(format!("no type is called {other:?}"))),
        },
        Json::Array(parts) => read_compound(parts, at),
        _ => Err(at.error("a type is a name or a list that begins with one")),
    }
}

fn read_compound(parts: &[Json], at: &Place<'_>) -> Result<Type, DoorError> {
    let Some(Json::String(constructor)) = parts.first() else {
        return Err(at.error("a compound type begins with its name"));
    };
    let argument = match (parts.get(1), parts.len()) {
        (Some(argument), 2) => argument,
        (Some(argument), 3) if constructor == "object" => argument,
        _ => return Err(at.error(format!("{constructor:?} takes one argument"))),
    };
    let inner = at.index(1);
    match constructor.as_str() {
        "list" => read(argument, &inner).map(Type::list),
        "set" => read(argument, &inner).map(Type::set),
        "map" => read(argument, &inner).map(Type::map),
        "tuple" => {
            // Terraform itself writes the empty tuple with a null.
            let elements = match argument {
                Json::Null => &[],
                other => inner.list(other)?,
            };
            elements
                .iter()
                .enumerate()
                .map(|(i, element)| read(element, &inner.index(i)))
                .collect::<Result<Vec<_>, _>>()
                .map(Type::tuple)
        }
        "object" => read_object(inner.object(argument)?, parts.get(2), at),
        other => Err(at.error(format!("no type is called {other:?}"))),
    }
}

fn read_object(
    members: &Map<String, Json>,
    optional: Option<&Json>,
    at: &Place<'_>,
) -> Result<Type, DoorError> {
    let inner = at.index(1);
    let mut attributes = members
        .iter()
        .map(|(name, ty)| {
            Ok(ObjectAttribute {
                name: name.clone().into(),
                ty: read(ty, &inner.member(name))?,
                optional: false,
            })
        })
        .collect::<Result<Vec<_>, DoorError>>()?;
    attributes.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    if let Some(names) = optional {
        let names_at = at.index(2);
        for (i, name) in names_at.list(names)?.iter().enumerate() {
            let name_at = names_at.index(i);
            let name = name_at.text(name)?;
            match attributes.binary_search_by(|a| (*a.name).cmp(name)) {
                Ok(found) => attributes[found].optional = true,
                Err(_) => return Err(name_at.error(format!("there is no attribute {name:?}"))),
            }
        }
    }
    Ok(Type::Object(Ref::from(attributes)))
}

/// The JSON form of a type.
#[must_use]
pub fn type_to_json(ty: &Type) -> Json {
    match ty {
        Type::String => json!("string"),
        Type::Number => json!("number"),
        Type::Bool => json!("bool"),
        Type::Dynamic => json!("dynamic"),
        Type::List(element) => json!(["list", type_to_json(element)]),
        Type::Set(element) => json!(["set", type_to_json(element)]),
        Type::Map(element) => json!(["map", type_to_json(element)]),
        Type::Tuple(elements) => {
            json!([
                "tuple",
                elements.iter().map(type_to_json).collect::<Vec<_>>()
            ])
        }
        Type::Object(attributes) => {
            let members: Map<String, Json> = attributes
                .iter()
                .map(|a| (a.name.to_string(), type_to_json(&a.ty)))
                .collect();
            let optional: Vec<&str> = attributes
                .iter()
                .filter(|a| a.optional)
                .map(|a| &*a.name)
                .collect();
            if optional.is_empty() {
                json!(["object", members])
            } else {
                json!(["object", members, optional])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_type_comes_back_as_it_was_written() {
        for text in [
            r#""string""#,
            r#""dynamic""#,
            r#"["list",["set",["map","number"]]]"#,
            r#"["tuple",["string","bool"]]"#,
            r#"["object",{"a":"string","b":["list","bool"]}]"#,
            r#"["object",{"a":"string","b":"number"},["b"]]"#,
        ] {
            let json: Json = serde_json::from_str(text).unwrap();
            assert_eq!(type_to_json(&type_from_json(&json).unwrap()), json);
        }
        assert_eq!(
            type_from_json(&json!(["tuple", null])).unwrap(),
            Type::tuple(Vec::new())
        );
    }

    #[test]
    fn what_is_no_type_is_an_error_at_its_place() {
        let error = type_from_json(&json!(["object", {"a": ["list", "strong"]}])).unwrap_err();
        assert_eq!(error.to_string(), "[1].a[1]: no type is called \"strong\"");
        for bad in [
            json!(null),
            json!([]),
            json!(["list"]),
            json!(["list", "string", "string"]),
            json!(["object", {"a": "string"}, ["b"]]),
            json!({"list": "string"}),
        ] {
            assert!(type_from_json(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_type_nested_without_end_is_refused() {
        let mut json = json!("string");
        for _ in 0..500 {
            json = json!(["list", json]);
        }
        assert!(type_from_json(&json).unwrap_err().text.contains("deep"));
    }
}
