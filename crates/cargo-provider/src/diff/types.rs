//! Types as people write them, and which of them have the same values.

use serde_json::{Map, Value as Json, json};

use crate::schemas::{Attribute, Named};

/// A type as configurations write it: `list(object({name = string}))`.
pub(super) fn text(of: &Json) -> String {
    match of {
        Json::String(name) => match name.as_str() {
            "dynamic" => "any".to_owned(),
            name => name.to_owned(),
        },
        Json::Array(parts) => match parts.as_slice() {
            [Json::String(kind), Json::Object(fields), optional @ ..] if kind == "object" => {
                let optional = optional.first().and_then(Json::as_array);
                let is_optional = |name: &str| {
                    optional.is_some_and(|all| all.iter().any(|one| one.as_str() == Some(name)))
                };
                let field = |(name, of): (&String, &Json)| match is_optional(name) {
                    true => format!("{name} = optional({})", text(of)),
                    false => format!("{name} = {}", text(of)),
                };
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("object({{{}}})", fields.join(", "))
            }
            [Json::String(kind), Json::Array(elements)] if kind == "tuple" => {
                let elements: Vec<String> = elements.iter().map(text).collect();
                format!("tuple([{}])", elements.join(", "))
            }
            [Json::String(kind), element] => format!("{kind}({})", text(element)),
            _ => of.to_string(),
        },
        _ => of.to_string(),
    }
}

/// The type of an attribute's values, however the schema states it.
pub(super) fn implied(attribute: &Attribute) -> Json {
    match (&attribute.r#type, &attribute.nested_type) {
        (Some(of), _) => of.clone(),
        (None, None) => Json::Null,
        (None, Some(nested)) => {
            let object = object(&nested.attributes);
            match nested.nesting_mode.as_str() {
                "single" => object,
                mode => json!([mode, object]),
            }
        }
    }
}

fn object(attributes: &Named<Attribute>) -> Json {
    let fields = attributes.iter();
    let fields = fields.map(|(name, one)| (name.clone(), implied(one)));
    let fields: Map<String, Json> = fields.collect();
    json!(["object", fields])
}

#[cfg(test)]
mod tests {
    use super::text;
    use serde_json::json;

    #[test]
    fn as_configurations_write_them() {
        for (of, expected) in [
            (json!("dynamic"), "any"),
            (json!(["map", ["list", "string"]]), "map(list(string))"),
            (
                json!(["object", {"a": "bool", "b": "number"}, ["b"]]),
                "object({a = bool, b = optional(number)})",
            ),
            (
                json!(["tuple", ["bool", ["set", "string"]]]),
                "tuple([bool, set(string)])",
            ),
            (json!([1]), "[1]"),
        ] {
            assert_eq!(text(&of), expected);
        }
    }
}
