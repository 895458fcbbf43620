//! CloseEphemeralResource: an ephemeral resource is closed.

use schema_transport::proto::v6::close_ephemeral_resource::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    tracing::Span::current().record("tf_resource_type", name);
    let private = request.private.unwrap_or_default();
    let closed = provider
        .instance
        .close_ephemeral_resource(name, private.to_vec())
        .await;
    let answer = Response {
        diagnostics: diagnostics_to_wire(closed),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
