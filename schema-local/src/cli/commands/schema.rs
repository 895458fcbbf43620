//! `schema`: the schemas, as `terraform providers schema -json` prints them.

use schema_runtime::dynamic::{ProviderSchemas, document_json};

use crate::cli::{ExitStatus, Session};
use crate::render::output::write_json;

impl Session {
    pub(in crate::cli) fn schema(&self) -> ExitStatus {
        let schemas = self.instance.schemas();
        let provider = ProviderSchemas {
            address: format!("registry.terraform.io/local/{}", schemas.provider.type_name),
            provider: Some((*schemas.provider).clone()),
            resources: schemas.resources.values().map(|s| (**s).clone()).collect(),
            data_sources: schemas
                .data_sources
                .values()
                .map(|s| (**s).clone())
                .collect(),
            functions: schemas.functions.values().map(|f| (**f).clone()).collect(),
        };
        let document = document_json(&[provider]);
        write_json(&self.io.output, &format!("{document:#}\n"));
        ExitStatus::SUCCESS
    }
}
