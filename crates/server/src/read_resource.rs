//! ReadResource: the state of an object is refreshed.

use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::ReadRequest;
use schema_transport::proto::v6::read_resource::{Request, Response};

use crate::convert::{decode, diagnostics_to_wire, encode};
use crate::identity::Identity;
use crate::provider::{ProviderServer, deferred, deferring};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let unchanged = Response {
        new_state: request.current_state.clone(),
        private: request.private.clone(),
        new_identity: request.current_identity.clone(),
        ..Default::default()
    };
    let name = request.type_name.clone();
    let deferral = ProviderServer::deferral(request.client_capabilities);
    let read = async {
        let schema = provider.schema(SchemaKind::Resource, &request.type_name)?;
        let current_state = decode(&schema, "the state", request.current_state)?;
        let identity = Identity::of(provider, &request.type_name);
        let current_identity = identity.decode_stored("the identity", request.current_identity)?;
        let instance = provider.in_module(request.provider_meta).await?;
        let instance = deferring(instance, deferral.as_ref());
        let response = instance.read_resource(ReadRequest {
            type_name: request.type_name,
            current_state,
            private: request.private.to_vec(),
            current_identity,
            progress: None,
        });
        let response = response.await;
        let state = encode(&schema, "what was read", &response.new_state)?;
        let new_identity = response.new_identity.as_ref();
        let new_identity = identity.encode("the identity that was read", new_identity)?;
        Ok((state, new_identity, response.private, response.diagnostics))
    };
    let mut answer = match read.await {
        Ok((new_state, new_identity, private, diagnostics)) => Response {
            new_state: Some(new_state),
            diagnostics: diagnostics_to_wire(diagnostics),
            private: private.into(),
            deferred: None,
            new_identity,
        },
        Err(errors) => Response {
            diagnostics: diagnostics_to_wire(errors),
            ..unchanged.clone()
        },
    };
    answer.deferred = deferred(deferral.as_ref(), &answer.diagnostics);
    size::or_else(provider.largest, answer, &name, || unchanged)
}
