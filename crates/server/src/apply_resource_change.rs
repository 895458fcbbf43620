//! ApplyResourceChange: a planned change is made.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::{Schema, SchemaKind};
use schema_runtime::value::Value;
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
        let prior_state = decode(&schema, "the prior state", request.prior_state)?;
        let planned_state = decode(&schema, "the planned state", request.planned_state)?;
        let destroyed = planned_state
            .is_null()
            .then(|| name_of(&schema, &prior_state));
        let response = instance.apply_resource_change(ApplyRequest {
            type_name: request.type_name,
            prior_state,
            planned_state,
            config: decode(&schema, "the configuration", request.config)?,
            planned_private: request.planned_private.to_vec(),
            planned_identity: identity.decode("the planned identity", request.planned_identity)?,
            journal: None,
            progress: None,
        });
        let mut response = response.await;
        if let Some(object) = destroyed {
            say_which(&object, &mut response.diagnostics);
        }
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

/// How an object is called that is destroyed: by its type, and its id where it has one that may be shown.
fn name_of(schema: &Schema, object: &Value) -> String {
    let index = schema.id_index();
    let index = index.filter(|index| !schema.block.fields[*index].is_secret());
    let id = index.and_then(|index| object.as_object()?.get(index)?.as_str());
    match id {
        Some(id) => format!("{} {id:?}", schema.type_name),
        None => schema.type_name.to_string(),
    }
}

/// Says it of each error: an error belongs to a block of the configuration, which tells the resource, and what is destroyed has
/// none there, so that Terraform names nothing.
fn say_which(object: &str, diagnostics: &mut Diagnostics) {
    for error in diagnostics.iter_mut().filter(|one| one.is_error()) {
        if !error.detail.is_empty() {
            error.detail.push('\n');
        }
        let which = format!("It was {object} that was to be destroyed.");
        error.detail.push_str(&which);
    }
}
