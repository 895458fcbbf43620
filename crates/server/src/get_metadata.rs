//! GetMetadata: the names of everything the provider has.

use std::collections::btree_map::Keys;
use std::future::{Future, ready};

use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_transport::proto::v6::get_metadata::{Named, Request, Response};

use crate::provider::{CAPABILITIES, ProviderServer};

pub(crate) fn answer(
    provider: &ProviderServer,
    _request: Request,
) -> impl Future<Output = Response> + Send {
    let schemas = provider.instance.schemas();
    let named = |names: Keys<'_, String, Ref<Schema>>| {
        let name = |name: &String| Named { name: name.clone() };
        names.map(name).collect()
    };
    ready(Response {
        server_capabilities: Some(CAPABILITIES),
        resources: named(schemas.resources.keys()),
        data_sources: named(schemas.data_sources.keys()),
        ephemeral_resources: named(schemas.ephemeral_resources.keys()),
        list_resources: named(schemas.list_resources.keys()),
        state_stores: named(schemas.state_stores.keys()),
        actions: named(schemas.actions.keys()),
        functions: schemas
            .functions
            .keys()
            .map(|name| Named { name: name.clone() })
            .collect(),
        ..Default::default()
    })
}
