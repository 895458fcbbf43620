//! The output of `query`, in Terraform's form.

use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::document::json;

use super::value::block_json;
use crate::language::eval::sensitive_paths;
use crate::render::display::display_block;
use crate::render::generated::resource_and_import;
use crate::render::list::plain_json;
use crate::run::events::ListedObject;
use crate::state::format::present;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;
use schema_shell::lifecycle::Schemas;

pub(super) fn list_started(
    list: &str,
    type_name: &str,
    config: Option<&Value>,
    schemas: &Schemas,
) -> Json {
    let schema = schemas.list_resources.get(type_name);
    let config = schema.zip(config);
    json!({ "list_start": present(json!({
        "address": list,
        "resource_type": type_name,
        "input_config": config.map(|(schema, config)| shown(&schema.block, config)),
    })) })
}

pub(super) fn list_result(listed: &ListedObject, schemas: &Schemas) -> Json {
    let (type_name, event) = (&*listed.type_name, &listed.event);
    let identity = schemas
        .identities
        .get(type_name)
        .zip(event.identity.as_ref());
    let object = event.object.as_ref().filter(|object| !object.is_null());
    let object = schemas.resources.get(type_name).zip(object);
    let (config, import) = resource_and_import(schemas, listed).unzip();
    let mut found = present(json!({
        "address": listed.list,
        "display_name": event.display_name,
        "resource_type": type_name,
    }));
    if let Some((schema, identity)) = identity {
        // As in Terraform, also if it is null.
        let identity = plain_json(schema.block(), identity);
        found.insert("identity".into(), identity);
        found.insert("identity_version".into(), schema.schema.version);
    }
    found.extend(present(json!({
        "resource_object": object.map(|(schema, object)| shown(&schema.block, object)),
        "config": config,
        "import_config": import,
    })));
    json!({ "list_resource_found": found })
}

/// The values of an object; sensitive ones are null.
fn shown(block: &Block, value: &Value) -> Json {
    let sensitive = sensitive_paths(block, value);
    block_json(display_block(block, value, &sensitive).as_ref())
}
