//! MoveResourceState: the state of a resource is made from that of another type.

use schema_runtime::data::Private;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::RawState;
use schema_shell::{MovedState, OldIdentity, OldState};
use schema_transport::proto::v6::move_resource_state::{Request, Response};

use crate::convert::{diagnostics_to_wire, encode, raw_state};
use crate::identity::Identity;
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.target_type_name;
    let moved = async {
        let schema = provider.schema(SchemaKind::Resource, name)?;
        let state = request.source_state.and_then(raw_state);
        let state = state.unwrap_or_else(|| RawState::Json(b"null".to_vec()));
        let from = MovedState::new(
            request.source_provider_address,
            request.source_type_name,
            OldState::new(request.source_schema_version, state),
            Private::from_bytes(&request.source_private),
        );
        let version = request.source_identity_schema_version;
        let identity = request.source_identity.and_then(raw_state);
        let from = from.with_identity(identity.map(|raw| OldIdentity::new(version, Some(raw))));
        let (moved, warnings) = provider.instance.move_resource_state(name, from).await?;
        let state = encode(&schema, "the moved state", &moved.state)?;
        let identity = Identity::of(provider, name);
        let identity = identity.encode("the moved identity", moved.identity.as_ref())?;
        Ok::<_, Diagnostics>((state, identity, moved.private, warnings))
    };
    let answer = match moved.await {
        Ok((state, target_identity, private, warnings)) => Response {
            target_state: Some(state),
            diagnostics: diagnostics_to_wire(warnings),
            target_private: private.into(),
            target_identity,
        },
        Err(errors) => Response {
            diagnostics: diagnostics_to_wire(errors),
            ..Default::default()
        },
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
