//! ValidateResourceConfig: a check of a resource's configuration.

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Block, SchemaKind};
use schema_runtime::terraform_core::write_only_values;
use schema_runtime::value::Value;
use schema_transport::proto::v6::validate_resource_config::{Request, Response};

use crate::computed_blocks;
use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    // A host that says nothing is older than write-only attributes.
    let client = request.client_capabilities;
    let write_only = client.is_some_and(|client| client.write_only_attributes_allowed);
    let diagnostics = async {
        let schema = provider.schema(SchemaKind::Resource, &request.type_name)?;
        let config = decode(&schema, "the configuration", request.config)?;
        let (instance, name) = (&provider.instance, &request.type_name);
        let mut found = if write_only {
            instance.validate_resource_config(name, &config).await
        } else {
            let mut found = instance.validate_for_old_client(name, &config).await;
            found.extend(unsupported_write_only(&schema.block, &config));
            found
        };
        found.extend(computed_blocks::unsupported(client, &schema.block, &config));
        Ok(found)
    };
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics.await.unwrap_or_else(|errors| errors)),
    };
    let name = &request.type_name;
    size::or_else(provider.largest, answer, name, Response::default)
}

/// A host that does not know write-only attributes would write them into its state.
fn unsupported_write_only(block: &Block, config: &Value) -> Diagnostics {
    write_only_values(block, config)
        .into_iter()
        .map(|found| {
            Diagnostic::error("This Terraform has no write-only arguments")
                .with_detail(
                    "The argument is write-only, which needs Terraform 1.11 or later: an older one \
                     would keep its value in the state.",
                )
                .at(found.path)
        })
        .collect()
}
