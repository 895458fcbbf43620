//! Checks of configurations: of the provider, and of everything in it.

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::{Block, SchemaKind};
use schema_runtime::terraform_core::write_only_values;
use schema_runtime::value::Value;
use schema_transport::proto::v6::{
    self, validate_provider_config, validate_resource_config as of_resource,
};

use crate::calls::list_resource::in_config;
use crate::computed_blocks;
use crate::convert::{decode, diagnostics_to_wire, placed};
use crate::provider::ProviderServer;

/// Calls that only check a configuration: the kind of item that is configured, and the field of the
/// request that contains the type name.
macro_rules! checks {
    ($($call:ident: $kind:ident, $name:ident;)+) => {$(
        pub(crate) async fn $call(
            provider: &ProviderServer,
            request: v6::$call::Request,
        ) -> v6::$call::Response {
            let name = &request.$name;
            let checked = async {
                let schema = provider.instance.schema_of(SchemaKind::$kind, name)?;
                let config = decode(&schema, "the configuration", request.config)?;
                let found = provider.instance.validate_config(SchemaKind::$kind, name, &config);
                let found = placed(&schema, found.await);
                Ok(match SchemaKind::$kind {
                    SchemaKind::List => in_config(provider, found),
                    _ => found,
                })
            };
            provider.answer_told(name, checked).await
        }
    )+};
}

checks! {
    validate_data_resource_config: DataSource, type_name;
    validate_ephemeral_resource_config: Ephemeral, type_name;
    validate_list_resource_config: List, type_name;
    validate_action_config: Action, action_type;
    validate_state_store_config: StateStore, type_name;
}

pub(crate) async fn validate_provider_config(
    provider: &ProviderServer,
    request: validate_provider_config::Request,
) -> validate_provider_config::Response {
    let checked = async {
        let schema = &provider.instance.schemas().provider;
        let config = decode(schema, "the provider's configuration", request.config)?;
        let found = provider.instance.validate_provider_config(&config);
        Ok(validate_provider_config::Response {
            diagnostics: diagnostics_to_wire(placed(schema, found.await)),
        })
    };
    provider.answer_of_provider(checked).await
}

pub(crate) async fn validate_resource_config(
    provider: &ProviderServer,
    request: of_resource::Request,
) -> of_resource::Response {
    // A client that says nothing is older than write-only attributes.
    let client = request.client_capabilities;
    let write_only = client.is_some_and(|client| client.write_only_attributes_allowed);
    let name = &request.type_name;
    let checked = async {
        let (kind, instance) = (SchemaKind::Resource, &provider.instance);
        let schema = instance.schema_of(kind, name)?;
        let config = decode(&schema, "the configuration", request.config)?;
        let mut found = if write_only {
            instance.validate_config(kind, name, &config).await
        } else {
            let mut found = instance.validate_for_old_client(kind, name, &config).await;
            found.extend(unsupported_write_only(&schema.block, &config));
            found
        };
        found.extend(computed_blocks::unsupported(client, &schema.block, &config));
        Ok(placed(&schema, found))
    };
    provider.answer_told(name, checked).await
}

/// A client that does not know write-only attributes would write them into its state.
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
