//! InvokeAction: an action is done, and its client hears how far it is.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::{ActionEvent, ActionEvents};
use schema_transport::StreamSender;
use schema_transport::proto::v6::invoke_action::{Event, Request};

use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

/// Terraform takes a stream without an end for a success: there is one in any case.
pub(crate) async fn answer(
    provider: &ProviderServer,
    request: Request,
    answer: StreamSender<Event>,
) {
    let mut events = match begun(provider, request) {
        Ok(events) => events,
        Err(errors) => {
            // Who does not hear it has gone.
            let _ = answer.send(completed(provider, errors)).await;
            return;
        }
    };
    // When the client is gone this is dropped, and the action told to stop.
    while let Some(event) = events.next().await {
        let event = match event {
            ActionEvent::Progress(message) => {
                Event::progress(size::shortened(message, provider.largest / 2))
            }
            ActionEvent::Completed(diagnostics) => completed(provider, diagnostics),
        };
        if answer.send(event).await.is_err() {
            return;
        }
    }
}

fn begun(provider: &ProviderServer, request: Request) -> Result<ActionEvents, Diagnostics> {
    let schema = provider.schema(SchemaKind::Action, &request.action_type)?;
    let config = decode(&schema, "the configuration", request.config)?;
    Ok(provider
        .instance
        .action_events(&request.action_type, config))
}

fn completed(provider: &ProviderServer, diagnostics: Diagnostics) -> Event {
    let mut diagnostics = diagnostics_to_wire(diagnostics);
    // With room for what is around them.
    size::cut(&mut diagnostics, provider.largest.saturating_sub(64));
    Event::completed(diagnostics)
}
