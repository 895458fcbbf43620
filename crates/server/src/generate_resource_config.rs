//! GenerateResourceConfig: the configuration that a person would write for an object.

use schema_runtime::schema::SchemaKind;
use schema_transport::proto::v6::generate_resource_config::{Request, Response};

use crate::convert::{decode, encode, result_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    let generated = async {
        let schema = provider.schema(SchemaKind::Resource, name)?;
        let state = decode(&schema, "the state", request.state)?;
        let generated = provider.instance.generate_resource_config(name, state);
        let (config, diagnostics) = generated.await;
        Ok((encode(&schema, "the configuration", &config)?, diagnostics))
    };
    let (config, diagnostics) = result_to_wire(generated.await);
    let answer = Response {
        config,
        diagnostics,
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
