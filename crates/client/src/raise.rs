//! Converts answers of protocol 5 to protocol 6, which has everything that 5 has.

use schema_transport::proto::{v5, v6};
use std::convert::Infallible;

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
    let Ok(answer) = answer.try_map(|_, schema| Ok::<_, Infallible>(raised(schema)));
    answer
}

fn raised_block(block: v5::Block) -> v6::Block {
    let attribute = |attribute| Ok::<_, Infallible>(raised_attribute(attribute));
    let Ok(block) = block.try_map(attribute, |_, inner| Ok(raised_block(inner)));
    block
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
