//! RenewEphemeralResource: an ephemeral resource is kept open for longer.

use schema_transport::proto::v6::renew_ephemeral_resource::{Request, Response};

use crate::convert::{diagnostics_to_wire, timestamp};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    tracing::Span::current().record("tf_resource_type", name);
    let private = request.private.unwrap_or_default();
    let renewed = provider
        .instance
        .renew_ephemeral_resource(name, private.to_vec())
        .await;
    let answer = Response {
        diagnostics: diagnostics_to_wire(renewed.diagnostics),
        renew_at: renewed.renew_at.and_then(timestamp),
        private: Some(renewed.private.into()),
    };
    size::or_else(provider.largest, answer, name, || Response {
        private: Some(private),
        ..Response::default()
    })
}
