//! `schema`: the schemas, as `terraform providers schema -json` prints them.

use std::collections::BTreeMap;

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
        };
        let document = document_json(&[provider]);
        write_json(&self.io.output, &format!("{document:#}\n"));
        ExitStatus::SUCCESS
    }
}
