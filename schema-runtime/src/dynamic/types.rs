//! Types as Terraform writes them in JSON: `"string"`, `["list", T]`, `["object", {…}]`.

use serde_json::Value as Json;

use super::error::{DynamicSchemaError, Place};
use crate::codec::document::Document;
use crate::codec::type_json;
use crate::ty::Type;

/// Reads a type from its JSON form.
///
/// # Errors
/// The JSON is not a type.
///
/// ```
/// use schema_runtime::dynamic::type_from_json;
/// let ty = type_from_json(&serde_json::json!(["map", ["set", "string"]])).unwrap();
/// assert_eq!(ty.to_string(), "map(set(string))");
/// ```
pub fn type_from_json(json: &Json) -> Result<Type, DynamicSchemaError> {
    read(&Place::ROOT, json)
}

pub(super) fn read(at: &Place<'_>, json: &Json) -> Result<Type, DynamicSchemaError> {
    type_json::parse(json.to_string().as_bytes()).map_err(|error| at.error(error.to_string()))
}

/// The JSON form of a type.
#[must_use]
pub fn type_to_json(ty: &Type) -> Document {
    // The codec always prints JSON.
    type_json::print(ty).parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
    fn what_is_not_a_type_is_an_error() {
        for bad in [
            json!(null),
            json!([]),
            json!("strong"),
            json!(["list"]),
            json!(["list", "string", "string"]),
            json!(["object", {"a": "string"}, ["b"]]),
            json!({"list": "string"}),
        ] {
            assert!(type_from_json(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_type_nested_without_end_is_rejected() {
        let mut json = json!("string");
        for _ in 0..500 {
            json = json!(["list", json]);
        }
        assert!(type_from_json(&json).is_err());
    }
}
