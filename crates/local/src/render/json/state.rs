//! The state as JSON.

use std::collections::BTreeMap;

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::dynamic::type_to_json;

use super::change::key;
use super::value::{block_json, sensitive_values, typed_json};
use crate::address::{InstanceKey, ObjectAddress, ResourceAddress};
use crate::language::eval::{MarkKinds, TypedValue, all_sensitive_paths};
use crate::render::display::{display_block, sensitive_block};
use crate::run::changes::ResourceObject;
use crate::state::{State, StoredOutput};
use schema_shell::lifecycle::Schemas;

/// The output of `terraform show -json`, without sensitive values.
pub(crate) fn state_json(
    state: &State,
    objects: &BTreeMap<ObjectAddress, ResourceObject>,
    schemas: &Schemas,
) -> Json {
    let resources: Vec<Json> = objects
        .iter()
        .filter_map(|(address, object)| {
            let schema = schemas.resources.get(&*address.type_name)?;
            let marks = all_sensitive_paths(&schema.block, &object.value, &object.sensitive);
            let display = display_block(&schema.block, &object.value, &marks)?;
            let sensitive = sensitive_block(&schema.block, &object.value, &marks)?;
            let mut json = Map::new();
            json.insert("address".into(), json!(address.current().to_string()));
            json.insert("mode".into(), json!("managed"));
            json.insert("type".into(), json!(&*address.type_name));
            json.insert("name".into(), json!(&*address.name));
            if address.key != InstanceKey::None {
                json.insert("index".into(), key(&address.key));
            }
            if let Some(name) = &address.deposed {
                json.insert("deposed_key".into(), json!(&**name));
            }
            json.insert("schema_version".into(), json!(schema.version));
            json.insert("values".into(), block_json(&display));
            json.insert("sensitive_values".into(), sensitive_values(&sensitive));
            if object.tainted {
                json.insert("tainted".into(), json!(true));
            }
            let depends: Vec<String> = object
                .dependencies
                .iter()
                .map(ResourceAddress::to_string)
                .collect();
            if !depends.is_empty() {
                json.insert("depends_on".into(), json!(depends));
            }
            Some(Json::Object(json))
        })
        .collect();
    json!({
        "format_version": "1.0",
        "values": {
            "outputs": outputs_json(state),
            "root_module": {"resources": resources},
        },
    })
}

/// An output for `output -json`, which also shows sensitive values: the user requests them for
/// another program.
pub(crate) fn output_json(output: &StoredOutput) -> Json {
    let typed = TypedValue::new(output.ty.clone(), output.value.clone());
    json!({
        "sensitive": output.sensitive,
        "type": type_to_json(&output.ty),
        "value": typed_json(&typed),
    })
}

/// The outputs, without sensitive values.
pub(crate) fn outputs_json(state: &State) -> Json {
    let outputs: Map = state
        .outputs
        .iter()
        .map(|(name, output)| {
            let typed = TypedValue::new(output.ty.clone(), output.value.clone());
            let value = typed_json(&typed.marked(MarkKinds::sensitive_if(output.sensitive)));
            (
                name.clone(),
                json!({
                    "sensitive": output.sensitive,
                    "type": type_to_json(&output.ty),
                    "value": value,
                }),
            )
        })
        .collect();
    Json::Object(outputs)
}
