//! Calls about the provider itself: its content, its configuration, its end.

use std::collections::btree_map::Keys;
use std::future::{Future, ready};

use schema_runtime::value::Value;
use schema_transport::proto::v6::get_metadata::{self, Named};
use schema_transport::proto::v6::{
    configure_provider, get_functions, get_resource_identity_schemas, stop_provider,
};

use crate::convert::{decode_config, diagnostics_to_wire, placed};
use crate::identity::schema_to_wire;
use crate::provider::{ProviderServer, capabilities, functions};

/// The names of everything the provider has.
pub(crate) fn get_metadata(
    provider: &ProviderServer,
    _request: get_metadata::Request,
) -> impl Future<Output = get_metadata::Response> + Send {
    fn named<T>(names: Keys<'_, String, T>) -> Vec<Named> {
        names.map(|name| Named { name: name.clone() }).collect()
    }
    let schemas = provider.instance.schemas();
    ready(get_metadata::Response {
        server_capabilities: Some(capabilities(provider)),
        resources: named(schemas.resources.keys()),
        data_sources: named(schemas.data_sources.keys()),
        ephemeral_resources: named(schemas.ephemeral_resources.keys()),
        list_resources: named(schemas.list_resources.keys()),
        state_stores: named(schemas.state_stores.keys()),
        actions: named(schemas.actions.keys()),
        functions: named(schemas.functions.keys()),
        ..Default::default()
    })
}

/// The signatures of the provider's functions.
pub(crate) fn get_functions(
    provider: &ProviderServer,
    _request: get_functions::Request,
) -> impl Future<Output = get_functions::Response> + Send {
    ready(get_functions::Response {
        functions: functions(provider),
        ..Default::default()
    })
}

/// The identities of the provider's resources.
pub(crate) fn get_resource_identity_schemas(
    provider: &ProviderServer,
    _request: get_resource_identity_schemas::Request,
) -> impl Future<Output = get_resource_identity_schemas::Response> + Send {
    let identities = provider.instance.schemas().identities.iter();
    let identities = identities.map(|(name, schema)| (name.clone(), schema_to_wire(schema)));
    ready(get_resource_identity_schemas::Response {
        identity_schemas: identities.collect(),
        diagnostics: Vec::new(),
    })
}

/// Configures the provider.
pub(crate) async fn configure_provider(
    provider: &ProviderServer,
    request: configure_provider::Request,
) -> configure_provider::Response {
    let instance = &provider.instance;
    instance.set_terraform_version(&request.terraform_version);
    let configured = async {
        let schema = &instance.schemas().provider;
        let config = decode_config(schema, request.config, &Value::Null)?;
        let found = instance.configure_provider(config).await;
        Ok(configure_provider::Response {
            diagnostics: diagnostics_to_wire(placed(schema, found)),
        })
    };
    provider.answer_of_provider(configured).await
}

/// Stops the provider: the user interrupted.
pub(crate) fn stop_provider(
    provider: &ProviderServer,
    _request: stop_provider::Request,
) -> impl Future<Output = stop_provider::Response> + Send {
    provider.stop_calls();
    ready(stop_provider::Response::default())
}
