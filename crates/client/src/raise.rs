//! Converts answers of protocol 5 to protocol 6, which has everything that 5 has.

use schema_transport::proto::{v5, v6};
use std::collections::BTreeMap;

/// Protocol 5 returns the configuration besides the diagnostics.
pub(crate) fn validate_provider_config(
    answer: v5::prepare_provider_config::Response,
) -> v6::validate_provider_config::Response {
    v6::validate_provider_config::Response {
        diagnostics: answer.diagnostics,
    }
}

/// Converts a schema of protocol 5 to one of protocol 6, which has everything that 5 has.
#[must_use]
pub fn raised(schema: v5::Schema) -> v6::Schema {
    v6::Schema {
        version: schema.version,
        block: schema.block.map(raised_block),
    }
}

/// Converts the schemas of protocol 5 to those of protocol 6.
pub fn get_provider_schema(
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
