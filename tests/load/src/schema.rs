//! The provider's own answer about its schemas, as schemas to encode values with.

use crate::Result;
use bytes::Bytes;
use schema_client::{Protocol, no_errors, raised_schemas, unframe};
use schema_runtime::dynamic::read_schema;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_transport::proto::v6;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// The schemas needed for a call.
pub struct Schemas {
    /// The provider's own.
    pub provider: v6::Schema,
    /// Of `provider_meta`, if it has one.
    pub provider_meta: Option<v6::Schema>,
    /// Of its resources.
    pub resources: BTreeMap<String, v6::Schema>,
}

impl Schemas {
    /// Reads an answer about schemas, with its frame.
    ///
    /// # Errors
    /// It is malformed, has errors, or lacks the provider's own schema.
    pub fn read(protocol: Protocol, answer: &Bytes) -> Result<Self> {
        let answer = match protocol {
            Protocol::V6 => unframe(answer)?,
            Protocol::V5 => raised_schemas(unframe(answer)?),
        };
        no_errors(&answer.diagnostics)?;
        Ok(Schemas {
            provider: answer
                .provider
                .ok_or("the provider has no schema of itself")?,
            provider_meta: answer.provider_meta,
            resources: answer.resource_schemas,
        })
    }
}

/// Converts a schema of the protocol into ours.
///
/// # Errors
/// Terraform would not accept it either, for example because of a malformed type.
pub fn read(kind: SchemaKind, name: &str, schema: &v6::Schema) -> Result<Schema> {
    let json = json!({
        "version": schema.version,
        "block": block(&schema.block.clone().unwrap_or_default())?,
    });
    let schema = read_schema(kind, name, &json);
    schema.map_err(|error| format!("schema of {name}: {error}").into())
}

fn block(block: &v6::Block) -> Result<Json> {
    let mut block_types = Map::new();
    for nested in &block.block_types {
        let json = json!({
            "nesting_mode": match nested.nesting() {
                v6::BlockNesting::Single => "single",
                v6::BlockNesting::List => "list",
                v6::BlockNesting::Set => "set",
                v6::BlockNesting::Map => "map",
                v6::BlockNesting::Group => "group",
                v6::BlockNesting::Invalid => "invalid",
            },
            "block": self::block(&nested.block.clone().unwrap_or_default())?,
            "min_items": limit(nested.min_items),
            "max_items": limit(nested.max_items),
        });
        block_types.insert(nested.type_name.clone(), json);
    }
    Ok(json!({
        "attributes": attributes(&block.attributes)?,
        "block_types": block_types,
        "deprecated": block.deprecated,
    }))
}

/// A limit on the number of blocks, of any size: an unreachable or negative limit counts as none.
fn limit(items: i64) -> u32 {
    u32::try_from(items.max(0)).unwrap_or(u32::MAX)
}

fn attributes(attributes: &[v6::Attribute]) -> Result<Map<String, Json>> {
    let mut all = Map::new();
    for attribute in attributes {
        let mut json = json!({
            "required": attribute.required,
            "optional": attribute.optional,
            "computed": attribute.computed,
            "sensitive": attribute.sensitive,
            "deprecated": attribute.deprecated,
            "write_only": attribute.write_only,
        });
        if let Some(nested) = &attribute.nested_type {
            json["nested_type"] = json!({
                "nesting_mode": match nested.nesting() {
                    v6::ObjectNesting::Single => "single",
                    v6::ObjectNesting::List => "list",
                    v6::ObjectNesting::Set => "set",
                    v6::ObjectNesting::Map => "map",
                    v6::ObjectNesting::Invalid => "invalid",
                },
                "attributes": self::attributes(&nested.attributes)?,
            });
        } else {
            json["type"] = serde_json::from_slice(&attribute.r#type)
                .map_err(|error| format!("type of {}: {error}", attribute.name))?;
        }
        all.insert(attribute.name.clone(), json);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::read;
    use schema_client::raised;
    use schema_runtime::schema::{Kind, SchemaKind};
    use schema_transport::proto::{v5, v6};

    #[test]
    fn both_protocols() {
        let attribute = v6::Attribute {
            name: "tags".into(),
            r#type: r#"["map","string"]"#.into(),
            optional: true,
            computed: true,
            ..Default::default()
        };
        let nested = v6::Attribute {
            name: "mount".into(),
            nested_type: Some(v6::Object {
                attributes: vec![attribute.clone()],
                nesting: v6::ObjectNesting::Map.into(),
            }),
            optional: true,
            ..Default::default()
        };
        let inner = v6::Block {
            attributes: vec![attribute.clone()],
            ..Default::default()
        };
        let block = v6::Block {
            attributes: vec![attribute, nested],
            block_types: vec![v6::NestedBlock {
                type_name: "disk".into(),
                block: Some(inner),
                nesting: v6::BlockNesting::Set.into(),
                ..Default::default()
            }],
            ..Default::default()
        };
        let schema = v6::Schema {
            version: 3,
            block: Some(block),
        };
        let ours = read(SchemaKind::Resource, "r", &schema).unwrap();
        assert_eq!(ours.version, 3);
        let fields = "object({disk=set(object({tags=map(string)})), \
                      mount=map(object({tags=map(string)})), tags=map(string)})";
        assert_eq!(ours.block.implied_type().to_string(), fields);
        assert!(ours.block.field("tags").unwrap().is_wire_computed());

        // Protocol 5 has objects instead of nested attributes.
        let all = [("r".to_owned(), schema)].into();
        let response = v6::get_provider_schema::Response {
            resource_schemas: all,
            ..Default::default()
        };
        let lowered = v5::get_provider_schema::Response::try_from(response).unwrap();
        let raised = raised(lowered.resource_schemas["r"].clone());
        let again = read(SchemaKind::Resource, "r", &raised).unwrap();
        assert_eq!(again.block.implied_type().to_string(), fields);
    }

    #[test]
    fn limits_of_any_size() {
        for (given, read_as) in [(4, 4), (-1, 0), (i64::MAX, u32::MAX), (i64::MIN, 0)] {
            let nested = v6::NestedBlock {
                type_name: "disk".into(),
                nesting: v6::BlockNesting::List.into(),
                max_items: given,
                ..Default::default()
            };
            let block = v6::Block {
                block_types: vec![nested],
                ..Default::default()
            };
            let schema = v6::Schema {
                version: 0,
                block: Some(block),
            };
            let ours = read(SchemaKind::Resource, "r", &schema).unwrap();
            let Kind::Block { max_items, .. } = &ours.block.field("disk").unwrap().kind else {
                panic!("no block");
            };
            assert_eq!(*max_items, read_as, "{given}");
        }
    }

    #[test]
    fn what_is_not_a_type_is_an_error() {
        let attribute = v6::Attribute {
            name: "a".into(),
            r#type: "string".into(),
            ..Default::default()
        };
        let block = v6::Block {
            attributes: vec![attribute],
            ..Default::default()
        };
        let schema = v6::Schema {
            version: 0,
            block: Some(block),
        };
        let error = read(SchemaKind::Resource, "r", &schema).unwrap_err();
        assert!(error.to_string().starts_with("type of a:"), "{error}");
    }
}
