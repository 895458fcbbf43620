//! ReadDataSource: a data source is read.

use schema_runtime::schema::SchemaKind;
use schema_transport::proto::v6::read_data_source::{Request, Response};

use crate::convert::{decode, encode, result_to_wire};
use crate::provider::{ProviderServer, deferred, deferring};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    let deferral = ProviderServer::deferral(request.client_capabilities);
    let read = async {
        let schema = provider.schema(SchemaKind::DataSource, name)?;
        let config = decode(&schema, "the configuration", request.config)?;
        let instance = provider.in_module(request.provider_meta).await?;
        let instance = deferring(instance, deferral.as_ref());
        let response = instance.read_data_source(name, config).await;
        let state = encode(&schema, "what was read", &response.state)?;
        Ok((state, response.diagnostics))
    };
    let (state, diagnostics) = result_to_wire(read.await);
    let deferred = deferred(deferral.as_ref(), &diagnostics);
    let answer = Response {
        state,
        diagnostics,
        deferred,
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
