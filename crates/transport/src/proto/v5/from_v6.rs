//! Protocol-6 schemas as protocol-5 schemas.
//!
//! A nested attribute becomes an attribute of an object type: its values have the same encoding,
//! but the flags of the attributes within are lost. Sensitivity moves up to the whole attribute; a
//! write-only attribute within cannot move up (it would take its siblings out of the state), so
//! such a schema does not fit protocol 5.

use super::{Attribute, Block, Schema, get_provider_schema};
use crate::proto::v6::{self, ObjectNesting};
use std::fmt;

/// Nested attributes deeper than this are rejected, to bound the stack; prost's own limit is 100.
const MAX_ATTRIBUTE_DEPTH: usize = 64;

/// Why a schema cannot be reported in protocol 5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError {
    path: Vec<String>,
    reason: &'static str,
}

impl ConversionError {
    fn new(name: &str, reason: &'static str) -> Self {
        Self {
            path: vec![name.to_owned()],
            reason,
        }
    }

    fn below(mut self, name: &str) -> Self {
        self.path.insert(0, name.to_owned());
        self
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.join("."), self.reason)
    }
}

impl std::error::Error for ConversionError {}

impl TryFrom<v6::get_provider_schema::Response> for get_provider_schema::Response {
    type Error = ConversionError;

    fn try_from(mut response: v6::get_provider_schema::Response) -> Result<Self, ConversionError> {
        // Protocol 5 has no state stores.
        response.state_store_schemas.clear();
        response.try_map(|place, schema| {
            Schema::try_from(schema).map_err(|error| error.below(&place.to_string()))
        })
    }
}

impl TryFrom<v6::Schema> for Schema {
    type Error = ConversionError;

    fn try_from(schema: v6::Schema) -> Result<Self, ConversionError> {
        let block = schema.block.map(|block| lower_block(block, 0));
        Ok(Self {
            version: schema.version,
            block: block.transpose()?,
        })
    }
}

fn lower_block(block: v6::Block, depth: usize) -> Result<Block, ConversionError> {
    if block.computed {
        return Err(ConversionError {
            path: Vec::new(),
            reason: "a computed block needs protocol 6",
        });
    }
    let attribute = |attribute| lower_attribute(attribute, depth);
    block.try_map(attribute, |name, inner| {
        if depth == MAX_ATTRIBUTE_DEPTH {
            return Err(ConversionError::new(name, "nested too deeply"));
        }
        lower_block(inner, depth + 1).map_err(|error| error.below(name))
    })
}

fn lower_attribute(attribute: v6::Attribute, depth: usize) -> Result<Attribute, ConversionError> {
    let mut sensitive = attribute.sensitive;
    let r#type = match &attribute.nested_type {
        None => attribute.r#type,
        Some(object) => {
            let mut json = Vec::new();
            object_type(object, depth, &mut sensitive, &mut json)
                .map_err(|error| error.below(&attribute.name))?;
            json.into()
        }
    };
    Ok(Attribute {
        name: attribute.name,
        r#type,
        description: attribute.description,
        required: attribute.required,
        optional: attribute.optional,
        computed: attribute.computed,
        sensitive,
        description_kind: attribute.description_kind,
        deprecated: attribute.deprecated,
        deprecation_message: attribute.deprecation_message,
        write_only: attribute.write_only,
    })
}

/// Writes the type constraint with the same values as a nested attribute.
fn object_type(
    object: &v6::Object,
    depth: usize,
    sensitive: &mut bool,
    json: &mut Vec<u8>,
) -> Result<(), ConversionError> {
    let wrapper: &[u8] = match object.nesting() {
        ObjectNesting::Single => b"",
        ObjectNesting::List => b"[\"list\",",
        ObjectNesting::Set => b"[\"set\",",
        ObjectNesting::Map => b"[\"map\",",
        ObjectNesting::Invalid => {
            return Err(ConversionError {
                path: Vec::new(),
                reason: "a nested attribute without nesting",
            });
        }
    };
    json.extend_from_slice(wrapper);
    json.extend_from_slice(b"[\"object\",{");
    for (index, attribute) in object.attributes.iter().enumerate() {
        if attribute.write_only {
            let reason = "a write-only attribute within a nested attribute needs protocol 6";
            return Err(ConversionError::new(&attribute.name, reason));
        }
        if depth == MAX_ATTRIBUTE_DEPTH {
            return Err(ConversionError::new(&attribute.name, "nested too deeply"));
        }
        *sensitive |= attribute.sensitive;
        if index > 0 {
            json.push(b',');
        }
        let name = serde_json::Value::from(attribute.name.as_str()).to_string();
        json.extend_from_slice(name.as_bytes());
        json.push(b':');
        match &attribute.nested_type {
            None => json.extend_from_slice(&attribute.r#type),
            Some(inner) => {
                object_type(inner, depth + 1, sensitive, json)
                    .map_err(|error| error.below(&attribute.name))?;
            }
        }
    }
    json.extend_from_slice(b"}]");
    if !wrapper.is_empty() {
        json.push(b']');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(name: &str) -> v6::Attribute {
        v6::Attribute {
            name: name.into(),
            r#type: "\"string\"".into(),
            optional: true,
            ..Default::default()
        }
    }

    fn nested(name: &str, nesting: ObjectNesting, attributes: Vec<v6::Attribute>) -> v6::Attribute {
        let nested_type = Some(v6::Object {
            attributes,
            nesting: nesting.into(),
        });
        v6::Attribute {
            name: name.into(),
            computed: true,
            nested_type,
            ..Default::default()
        }
    }

    fn lower(attributes: Vec<v6::Attribute>) -> Result<Vec<Attribute>, ConversionError> {
        let block = Some(v6::Block {
            attributes,
            ..Default::default()
        });
        Ok(Schema::try_from(v6::Schema { version: 3, block })?
            .block
            .expect("block")
            .attributes)
    }

    #[test]
    fn nested_attributes_become_object_types() {
        let inner = nested("disk", ObjectNesting::Single, vec![attribute("size")]);
        let outer = nested("mount", ObjectNesting::Map, vec![attribute("path"), inner]);
        let lowered = lower(vec![attribute("name"), outer]).unwrap();
        assert_eq!(lowered[0].r#type, "\"string\"");
        let json: serde_json::Value = serde_json::from_slice(&lowered[1].r#type).unwrap();
        let disk = serde_json::json!(["object", {"size": "string"}]);
        assert_eq!(
            json,
            serde_json::json!(["map", ["object", {"path": "string", "disk": disk}]])
        );
        assert!(lowered[1].computed && !lowered[1].sensitive);
    }

    #[test]
    fn sensitivity_moves_to_the_whole_attribute() {
        let secret = v6::Attribute {
            sensitive: true,
            ..attribute("token")
        };
        let outer = nested(
            "a",
            ObjectNesting::List,
            vec![nested("b", ObjectNesting::Set, vec![secret])],
        );
        assert!(lower(vec![outer]).unwrap()[0].sensitive);
    }

    #[test]
    fn a_nested_write_only_attribute_does_not_fit() {
        let secret = v6::Attribute {
            write_only: true,
            ..attribute("token")
        };
        let error = lower(vec![nested("login", ObjectNesting::Single, vec![secret])]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "login.token: a write-only attribute within a nested attribute needs protocol 6"
        );
    }

    #[test]
    fn depth_is_bounded() {
        let mut deep = attribute("leaf");
        for _ in 0..200 {
            deep = nested("n", ObjectNesting::Single, vec![deep]);
        }
        assert!(
            lower(vec![deep])
                .unwrap_err()
                .to_string()
                .contains("nested too deeply")
        );
    }
}
