//! PlanAction: an action in a plan.

use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::{PlanActionRequest, PlanActionResponse};
use schema_transport::proto::v6::plan_action::{Request, Response};
use schema_transport::proto::v6::{Deferred, deferred};

use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.action_type;
    let planned = async {
        let schema = provider.schema(SchemaKind::Action, name)?;
        let request = PlanActionRequest {
            type_name: name.clone(),
            config: decode(&schema, "the configuration", request.config)?,
            deferral_allowed: request
                .client_capabilities
                .is_some_and(|client| client.deferral_allowed),
        };
        Ok(provider.instance.plan_action(request).await)
    };
    let PlanActionResponse {
        deferred,
        diagnostics,
    } = planned.await.unwrap_or_else(|errors| PlanActionResponse {
        deferred: false,
        diagnostics: errors,
    });
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics),
        // The only reason that Terraform takes for an action.
        deferred: deferred.then(|| Deferred {
            reason: deferred::Reason::ProviderConfigUnknown.into(),
        }),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
