//! ApplyResourceChange: a planned change is made.

use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::ApplyRequest;
use schema_transport::proto::v6::apply_resource_change::{Request, Response};

use crate::convert::{decode, diagnostics_to_wire, encode_lossy};
use crate::identity::Identity;
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let unchanged = request.prior_state.clone();
    let planned_private = request.planned_private.clone();
    let planned_identity = request.planned_identity.clone();
    let applied = async {
        let schema = provider.schema(SchemaKind::Resource, &request.type_name)?;
        let identity = Identity::of(provider, &request.type_name);
        let instance = provider.in_module(request.provider_meta).await?;
        let response = instance.apply_resource_change(ApplyRequest {
            type_name: request.type_name,
            prior_state: decode(&schema, "the prior state", request.prior_state)?,
            planned_state: decode(&schema, "the planned state", request.planned_state)?,
            config: decode(&schema, "the configuration", request.config)?,
            planned_private: request.planned_private.to_vec(),
            planned_identity: identity.decode("the planned identity", request.planned_identity)?,
            journal: None,
            progress: None,
        });
        let mut response = response.await;
        let (state, mismatches) = encode_lossy(&schema, &response.new_state);
        response.diagnostics.extend(mismatches);
        // The object is saved, whatever is wrong with what identifies it.
        let new_identity = response.new_identity.as_ref();
        let new_identity = identity
            .encode("the identity", new_identity)
            .unwrap_or_else(|errors| {
                response.diagnostics.extend(errors);
                None
            });
        Ok((schema, state, new_identity, response))
    };
    match applied.await {
        Ok((schema, new_state, new_identity, response)) => {
            let answer = Response {
                new_state: Some(new_state),
                private: response.private.into(),
                diagnostics: diagnostics_to_wire(response.diagnostics),
                legacy_type_system: response.legacy_type_system,
                new_identity,
            };
            let (largest, object) = (provider.largest, &response.new_state);
            size::apply(largest, &schema, object, answer, &planned_private)
        }
        Err(errors) => Response {
            new_state: unchanged,
            private: planned_private,
            diagnostics: diagnostics_to_wire(errors),
            legacy_type_system: false,
            new_identity: planned_identity,
        },
    }
}
