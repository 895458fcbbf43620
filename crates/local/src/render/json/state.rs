//! The state as JSON.

use std::collections::BTreeMap;

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members};
use schema_runtime::dynamic::type_to_json;
use schema_runtime::path::Path;

use super::value::{block_json, sensitive_values, typed_json};
use crate::address::{ObjectAddress, ResourceAddress};
use crate::language::eval::{MarkKinds, all_sensitive_paths};
use crate::render::display::{block_at, display_block};
use crate::run::changes::ResourceObject;
use crate::state::format::{key, present};
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
            let marks =
                all_sensitive_paths(&schema.block, &object.value, &object.metadata.sensitive);
            let display = display_block(&schema.block, &object.value, &marks)?;
            // Here null is sensitive too.
            let (root, marks) = (&mut Path::root(), (&*marks, true));
            let sensitive = block_at(&schema.block, &object.value, root, marks)?;
            let depends = object
                .metadata
                .dependencies
                .iter()
                .map(ResourceAddress::to_string);
            let depends: Vec<String> = depends.collect();
            Some(Json::Object(present(json!({
                "address": address.current().to_string(),
                "mode": "managed",
                "type": &*address.type_name,
                "name": &*address.name,
                "index": key(&address.key),
                "deposed_key": address.deposed.as_deref(),
                "schema_version": schema.version,
                "values": block_json(Some(&display)),
                "sensitive_values": sensitive_values(&sensitive),
                "tainted": object.metadata.tainted.then_some(true),
                "depends_on": (!depends.is_empty()).then_some(depends),
            }))))
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
    output_with(output, false)
}

fn output_with(output: &StoredOutput, hidden: bool) -> Json {
    let hidden = MarkKinds::sensitive_if(hidden);
    json!({
        "sensitive": output.sensitive,
        "type": type_to_json(&output.ty),
        "value": typed_json(&output.typed().marked(hidden)),
    })
}

/// The outputs, without sensitive values.
pub(crate) fn outputs_json(state: &State) -> Members {
    let outputs = state.outputs.iter();
    let outputs =
        outputs.map(|(name, output)| (name.clone(), output_with(output, output.sensitive)));
    outputs.collect()
}
