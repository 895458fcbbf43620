//! `schema`: the schemas, as `terraform providers schema -json` prints them.

use std::collections::BTreeMap;

use schema_runtime::dynamic::{ProviderSchemas, document_json, type_to_json};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Flags, IdentitySchema, Schema};
use serde_json::{Map, Value as Json, json};

use crate::cli::{ExitStatus, Session};
use crate::render::output::write_json;

impl Session {
    pub(in crate::cli) fn schema(&self) -> ExitStatus {
        let schemas = self.instance.schemas();
        let all = |of: &BTreeMap<String, Ref<Schema>>| of.values().map(|s| (**s).clone()).collect();
        let provider = ProviderSchemas {
            address: format!("registry.terraform.io/local/{}", schemas.provider.type_name),
            provider: Some((*schemas.provider).clone()),
            resources: all(&schemas.resources),
            data_sources: all(&schemas.data_sources),
            ephemeral_resources: all(&schemas.ephemeral_resources),
            list_resources: all(&schemas.list_resources),
            actions: all(&schemas.actions),
            state_stores: all(&schemas.state_stores),
            functions: schemas.functions.values().map(|f| (**f).clone()).collect(),
        };
        let address = provider.address.clone();
        let mut document = document_json(&[provider]);
        if !schemas.identities.is_empty() {
            let identities = schemas.identities.iter();
            let identities: Map<String, Json> = identities
                .map(|(name, schema)| (name.clone(), identity_json(schema)))
                .collect();
            document["provider_schemas"][&address]["resource_identity_schemas"] = identities.into();
        }
        without_computed_blocks(&mut document);
        write_json(&self.io.output, &format!("{document:#}\n"));
        ExitStatus::SUCCESS
    }
}

/// Leaves out that a block is computed, for which Terraform's document has no member.
fn without_computed_blocks(json: &mut Json) {
    let Json::Object(members) = json else {
        return;
    };
    let types = members.get_mut("block_types").and_then(Json::as_object_mut);
    for block in types.into_iter().flat_map(Map::values_mut) {
        if let Some(block) = block.get_mut("block").and_then(Json::as_object_mut) {
            block.remove("computed");
        }
    }
    members.values_mut().for_each(without_computed_blocks);
}

/// What identifies objects of a resource, as Terraform from 1.12 on prints it.
fn identity_json(identity: &IdentitySchema) -> Json {
    let fields = identity.block().fields.iter();
    let attributes: Map<String, Json> = fields
        .map(|field| {
            let mut attribute = Map::new();
            attribute.insert("type".to_owned(), type_to_json(&field.implied_type()));
            if !field.description.is_empty() {
                attribute.insert("description".to_owned(), json!(field.description.as_str()));
            }
            let import = match field.is(Flags::REQUIRED) {
                true => "required_for_import",
                false => "optional_for_import",
            };
            attribute.insert(import.to_owned(), json!(true));
            (field.name.to_string(), attribute.into())
        })
        .collect();
    json!({ "version": identity.schema.version, "attributes": attributes })
}
