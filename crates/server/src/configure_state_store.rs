//! ConfigureStateStore: a state store takes its configuration, and the size of chunks is agreed on.

use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::StateStoreResponse;
use schema_transport::proto::v6::configure_state_store::{
    Request, Response, StateStoreServerCapabilities,
};

use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    let offered = request.capabilities.map_or(0, |client| client.chunk_size);
    // A chunk is sent in a message, with what belongs to it.
    let most = i64::try_from(provider.largest / 2).unwrap_or(i64::MAX);
    let configured = async {
        let schema = provider.schema(SchemaKind::StateStore, name)?;
        let config = decode(&schema, "the configuration", request.config)?;
        let instance = &provider.instance;
        let offered = offered.min(most);
        Ok(instance.configure_state_store(name, config, offered).await)
    };
    let StateStoreResponse {
        chunk_size,
        diagnostics,
    } = configured.await.unwrap_or_else(|diagnostics| {
        // Terraform looks at the size first.
        let chunk_size = usize::try_from(offered).unwrap_or(0).max(1);
        StateStoreResponse {
            chunk_size,
            diagnostics,
        }
    });
    let capabilities = StateStoreServerCapabilities {
        chunk_size: i64::try_from(chunk_size).unwrap_or(i64::MAX),
    };
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics),
        capabilities: Some(capabilities),
    };
    size::or_else(provider.largest, answer, name, || Response {
        capabilities: Some(capabilities),
        ..Response::default()
    })
}
