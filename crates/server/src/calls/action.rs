//! Calls of actions.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{ActionEvent, ActionEvents, PlanActionRequest};
use schema_transport::StreamSender;
use schema_transport::proto::v6::invoke_action::{Event, Request};
use schema_transport::proto::v6::{Deferred, deferred, plan_action};

use crate::convert::{decode_config, diagnostics_to_wire, placed, visible};
use crate::provider::{ProviderServer, log_type};
use crate::size;

/// Plans an action.
pub(crate) async fn plan_action(
    provider: &ProviderServer,
    request: plan_action::Request,
) -> plan_action::Response {
    let name = &request.action_type;
    let planned = async {
        let schema = provider.instance.schema_of(SchemaKind::Action, name)?;
        let request = PlanActionRequest {
            type_name: name.clone(),
            config: decode_config(&schema, request.config, &Value::Null)?,
            deferral_allowed: request
                .client_capabilities
                .is_some_and(|client| client.deferral_allowed),
        };
        let planned = provider.instance.plan_action(request).await;
        Ok(plan_action::Response {
            diagnostics: diagnostics_to_wire(placed(&schema, planned.diagnostics)),
            // The only deferral reason that Terraform accepts for an action.
            deferred: planned.deferred.then(|| Deferred {
                reason: deferred::Reason::ProviderConfigUnknown.into(),
            }),
        })
    };
    provider.answer(name, Default::default(), planned).await
}

/// Invokes an action and reports its progress to the client.
///
/// Terraform takes a stream without an end event for a success, so one is always sent.
pub(crate) async fn invoke_action(
    provider: &ProviderServer,
    request: Request,
    answer: StreamSender<Event>,
) {
    let mut events = match begun(provider, request) {
        Ok(events) => events,
        Err(errors) => {
            // If the receiver is gone, nobody needs the answer.
            let _ = answer.send(completed(provider, errors)).await;
            return;
        }
    };
    // When the client is gone, this is dropped, and the action is asked to stop.
    while let Some(event) = events.next().await {
        let event = match event {
            ActionEvent::Progress(message) => {
                Event::progress(size::shortened(visible(message), provider.largest / 2))
            }
            ActionEvent::Completed(diagnostics) => completed(provider, diagnostics),
        };
        if answer.send(event).await.is_err() {
            return;
        }
    }
}

fn begun(provider: &ProviderServer, request: Request) -> Result<ActionEvents, Diagnostics> {
    let (name, instance) = (&request.action_type, &provider.instance);
    log_type(name);
    let schema = instance.schema_of(SchemaKind::Action, name)?;
    let config = decode_config(&schema, request.config, &Value::Null)?;
    Ok(instance.action_events(name, config))
}

fn completed(provider: &ProviderServer, diagnostics: Diagnostics) -> Event {
    let mut diagnostics = diagnostics_to_wire(diagnostics);
    // Leaves room for the rest of the message.
    size::cut(&mut diagnostics, provider.largest.saturating_sub(64));
    Event::completed(diagnostics)
}
