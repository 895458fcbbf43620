//! The provider's own answer about its schemas, as schemas to encode values by.

use crate::Result;
use schema_runtime::dynamic::read_schema;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_transport::proto::{v5, v6};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// A schema of the protocol as one of ours.
///
/// # Errors
/// It is no schema that Terraform would take, such as one with a malformed type.
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

/// A limit of how many blocks there may be, of any size: more than there can be are as good as none, and less than
/// none is none too.
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

/// A schema of protocol 5 as one of protocol 6, which has all that it has.
#[must_use]
pub fn raised(schema: v5::Schema) -> v6::Schema {
    v6::Schema {
        version: schema.version,
        block: schema.block.map(raised_block),
    }
}

/// The schemas of protocol 5 as those of protocol 6.
pub(crate) fn raised_response(
    answer: v5::get_provider_schema::Response,
) -> v6::get_provider_schema::Response {
    let all = |schemas: BTreeMap<String, v5::Schema>| {
        let schemas = schemas.into_iter();
        schemas.map(|(name, schema)| (name, raised(schema)))
    };
    let actions = answer.action_schemas.into_iter().map(|(name, action)| {
        let schema = action.schema.map(raised);
        (name, v6::ActionSchema { schema })
    });
    v6::get_provider_schema::Response {
        provider: answer.provider.map(raised),
        resource_schemas: all(answer.resource_schemas).collect(),
        data_source_schemas: all(answer.data_source_schemas).collect(),
        diagnostics: answer.diagnostics,
        provider_meta: answer.provider_meta.map(raised),
        server_capabilities: answer.server_capabilities,
        functions: answer.functions,
        ephemeral_resource_schemas: all(answer.ephemeral_resource_schemas).collect(),
        list_resource_schemas: all(answer.list_resource_schemas).collect(),
        state_store_schemas: all(answer.state_store_schemas).collect(),
        action_schemas: actions.collect(),
    }
}

fn raised_block(block: v5::Block) -> v6::Block {
    v6::Block {
        version: block.version,
        attributes: block.attributes.into_iter().map(raised_attribute).collect(),
        block_types: block.block_types.into_iter().map(raised_nested).collect(),
        description: block.description,
        description_kind: block.description_kind,
        deprecated: block.deprecated,
        deprecation_message: block.deprecation_message,
        computed: block.computed,
    }
}

fn raised_attribute(attribute: v5::Attribute) -> v6::Attribute {
    v6::Attribute {
        name: attribute.name,
        r#type: attribute.r#type,
        nested_type: None,
        description: attribute.description,
        required: attribute.required,
        optional: attribute.optional,
        computed: attribute.computed,
        sensitive: attribute.sensitive,
        description_kind: attribute.description_kind,
        deprecated: attribute.deprecated,
        deprecation_message: attribute.deprecation_message,
        write_only: attribute.write_only,
    }
}

fn raised_nested(nested: v5::NestedBlock) -> v6::NestedBlock {
    v6::NestedBlock {
        type_name: nested.type_name,
        block: nested.block.map(raised_block),
        nesting: nested.nesting,
        min_items: nested.min_items,
        max_items: nested.max_items,
    }
}

#[cfg(test)]
mod tests {
    use super::{raised, read};
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

        // Protocol 5 has no nested attributes, and an object in their place.
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
    fn what_is_no_type_is_an_error() {
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
