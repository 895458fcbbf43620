//! `schema`: the schemas, as `terraform providers schema -json` prints them.

use std::collections::BTreeMap;

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::dynamic::{ProviderSchemas, document_json, type_to_json};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Flags, IdentitySchema, Schema};

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
            let identities: Map = identities
                .map(|(name, schema)| (name.clone(), identity_json(schema)))
                .collect();
            let schemas = document.get_mut("provider_schemas");
            let schemas = schemas.and_then(|schemas| schemas.get_mut(&address));
            if let Some(Json::Object(schemas)) = schemas {
                schemas.insert("resource_identity_schemas".to_owned(), identities);
            }
        }
        without_computed_blocks(&mut document);
        write_json(&self.io.output, &format!("{document:#}\n"));
        ExitStatus::SUCCESS
    }
}

/// Leaves out that a block is computed, for which Terraform's document has no member.
fn without_computed_blocks(json: &mut Json) {
    if let Some(Json::Object(types)) = json.get_mut("block_types") {
        for block in types.values_mut() {
            if let Some(Json::Object(block)) = block.get_mut("block") {
                block.remove("computed");
            }
        }
    }
    if let Json::Object(members) = json {
        members.values_mut().for_each(without_computed_blocks);
    }
}

/// What identifies objects of a resource, as Terraform from 1.12 on prints it.
fn identity_json(identity: &IdentitySchema) -> Json {
    let fields = identity.block().fields.iter();
    let attributes: Map = fields
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
            (field.name.to_string(), Json::Object(attribute))
        })
        .collect();
    json!({ "version": identity.schema.version, "attributes": attributes })
}
