//! GetProviderSchema: the schemas of everything the provider has.

use std::collections::BTreeMap;

use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_transport::proto::v6::get_provider_schema::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{CAPABILITIES, ProviderServer, functions};
use crate::schema::to_wire;

// Built anew for each call: Terraform asks once in a run, and keeping the messages would cost
// more memory than everything else.
pub(crate) async fn answer(provider: &ProviderServer, _request: Request) -> Response {
    let wrong_defaults = provider.instance.wrong_defaults().await;
    let schemas = provider.instance.schemas();
    let many = |schemas: &BTreeMap<String, Ref<Schema>>| {
        let schemas = schemas.iter();
        schemas
            .map(|(name, schema)| (name.clone(), to_wire(schema)))
            .collect()
    };
    Response {
        provider: Some(to_wire(&schemas.provider)),
        resource_schemas: many(&schemas.resources),
        data_source_schemas: many(&schemas.data_sources),
        provider_meta: schemas.provider_meta.as_deref().map(to_wire),
        server_capabilities: Some(CAPABILITIES),
        functions: functions(provider),
        diagnostics: diagnostics_to_wire(wrong_defaults),
        ..Default::default()
    }
}
