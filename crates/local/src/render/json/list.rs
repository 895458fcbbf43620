//! The output of `query`, in Terraform's form.

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};

use super::value::block_json;
use crate::language::eval::sensitive_paths;
use crate::render::display::display_block;
use crate::render::generated::resource_and_import;
use crate::render::list::plain_json;
use crate::run::events::ListedEvent;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use schema_shell::lifecycle::Schemas;

pub(super) fn list_started(
    list: &str,
    type_name: &str,
    config: Option<&Value>,
    schemas: &Schemas,
) -> Json {
    let mut started = Map::new();
    started.insert("address".into(), json!(list));
    started.insert("resource_type".into(), json!(type_name));
    if let (Some(schema), Some(config)) = (schemas.list_resources.get(type_name), config) {
        started.insert("input_config".into(), shown(&schema.block, config));
    }
    json!({ "list_start": started })
}

pub(super) fn list_result(listed: &ListedEvent<'_>, schemas: &Schemas) -> Json {
    let mut found = Map::new();
    found.insert("address".into(), json!(listed.list));
    found.insert("display_name".into(), json!(listed.display_name));
    found.insert("resource_type".into(), json!(listed.type_name));
    if let Some(schema) = schemas.identities.get(listed.type_name) {
        let identity = plain_json(schema.block(), listed.identity);
        found.insert("identity".into(), identity);
        found.insert("identity_version".into(), json!(schema.schema.version));
    }
    if let (Some(schema), Some(object)) = (
        schemas.resources.get(listed.type_name),
        listed.object.filter(|object| !object.is_null()),
    ) {
        found.insert("resource_object".into(), shown(&schema.block, object));
    }
    if let Some((config, import)) = resource_and_import(schemas, listed) {
        found.insert("config".into(), json!(config));
        found.insert("import_config".into(), json!(import));
    }
    json!({ "list_resource_found": found })
}

/// The values of an object; sensitive ones are null.
fn shown(block: &Block, value: &Value) -> Json {
    let sensitive = sensitive_paths(block, value);
    display_block(block, value, &sensitive)
        .as_ref()
        .map_or(Json::Null, block_json)
}
