//! PlanResourceChange: prior state and configuration become a planned state.

use std::collections::HashSet;

use schema_runtime::path::Path;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_shell::lifecycle::PlanRequest;
use schema_transport::proto::v6::AttributePath;
use schema_transport::proto::v6::plan_resource_change::{Request, Response};

use crate::computed_blocks;
use crate::convert::{attribute_path, decode, diagnostics_to_wire, encode};
use crate::identity::Identity;
use crate::provider::{ProviderServer, deferred, deferring};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let (name, prior_private) = (request.type_name.clone(), request.prior_private.clone());
    let client = request.client_capabilities;
    let deferral = ProviderServer::deferral(client);
    let planned = async {
        let schema = provider.schema(SchemaKind::Resource, &request.type_name)?;
        let identity = Identity::of(provider, &request.type_name);
        let config = decode(&schema, "the configuration", request.config)?;
        let refused = computed_blocks::unsupported(client, &schema.block, &config);
        if refused.has_errors() {
            return Err(refused);
        }
        let instance = provider.in_module(request.provider_meta).await?;
        let mut response = deferring(instance, deferral.as_ref())
            .plan_resource_change(PlanRequest {
                type_name: request.type_name,
                prior_state: decode(&schema, "the prior state", request.prior_state)?,
                config,
                prior_private: request.prior_private.to_vec(),
                // Terraform keeps it only where it says so, and sends it only when it applies.
                planned_private: (!request.planned_private.is_empty())
                    .then(|| request.planned_private.to_vec()),
                prior_identity: identity
                    .decode_stored("the prior identity", request.prior_identity)?,
            })
            .await;
        let state = encode(&schema, "the plan", &response.planned_state)?;
        response.planned_state = Value::Null;
        // Terraform (1.12 to 1.15) takes one of which a part is unknown, and fails when it is to show the plan as JSON. What the
        // hook knows of it reaches create by the private data.
        let planned_identity = response.planned_identity.as_ref();
        let planned_identity = planned_identity.filter(|identity| identity.is_wholly_known());
        let planned_identity = identity.encode("the planned identity", planned_identity)?;
        Ok((state, planned_identity, response))
    };
    let mut answer = match planned.await {
        Ok((planned_state, planned_identity, response)) => Response {
            planned_state: Some(planned_state),
            requires_replace: addresses(&response.requires_replace),
            planned_private: response.planned_private.into(),
            diagnostics: diagnostics_to_wire(response.diagnostics),
            legacy_type_system: response.legacy_type_system,
            deferred: None,
            planned_identity,
        },
        Err(errors) => Response {
            diagnostics: diagnostics_to_wire(errors),
            planned_private: prior_private.clone(),
            ..Default::default()
        },
    };
    answer.deferred = deferred(deferral.as_ref(), &answer.diagnostics);
    size::or_else(provider.largest, answer, &name, || Response {
        planned_private: prior_private,
        ..Default::default()
    })
}

/// The places on the wire, each once.
fn addresses(paths: &[Path]) -> Vec<AttributePath> {
    let mut seen = HashSet::new();
    paths
        .iter()
        .map(Path::addressable)
        .filter(|path| !path.is_root() && seen.insert(path.clone()))
        .filter_map(|path| attribute_path(&path))
        .collect()
}
