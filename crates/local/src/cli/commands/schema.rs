//! `schema`: the schemas, as `terraform providers schema -json` prints them.

use std::collections::BTreeMap;

use schema_runtime::codec::document::Document as Json;
use schema_runtime::dynamic::{ProviderSchemas, document_json};
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;

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
            identities: schemas
                .identities
                .values()
                .map(|identity| (*identity.schema).clone())
                .collect(),
        };
        let mut document = document_json(&[provider]);
        without_computed_blocks(&mut document);
        write_json(&self.io.output, &format!("{document:#}\n"));
        ExitStatus::SUCCESS
    }
}

/// Removes the flag of computed blocks: Terraform's document has no such member.
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
