//! The call for data sources.

use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_transport::proto::v6::read_data_source::{Request, Response};

use crate::convert::{decode_config, diagnostics_to_wire, encode, placed};
use crate::provider::{ProviderServer, deferred, deferring};

/// Reads a data source.
pub(crate) async fn read_data_source(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    let deferral = ProviderServer::deferral(request.client_capabilities);
    let read = async {
        let schema = provider.instance.schema_of(SchemaKind::DataSource, name)?;
        let config = decode_config(&schema, request.config, &Value::Null)?;
        let instance = provider.in_module(request.provider_meta).await?;
        let instance = deferring(instance, deferral.as_ref());
        let response = instance.read_data_source(name, config).await;
        let state = encode(&schema, "what was read", &response.state)?;
        let diagnostics = diagnostics_to_wire(placed(&schema, response.diagnostics));
        Ok(Response {
            state: Some(state),
            deferred: deferred(deferral.as_ref(), &diagnostics),
            diagnostics,
        })
    };
    provider.answer(name, Response::default(), read).await
}
