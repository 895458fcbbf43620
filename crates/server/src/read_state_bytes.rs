//! ReadStateBytes: a state is sent in chunks; where there is none, nothing is sent.

use schema_runtime::diagnostics::Diagnostics;
use schema_transport::StreamSender;
use schema_transport::proto::v6::StateRange;
use schema_transport::proto::v6::read_state_bytes::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{ProviderServer, log_type};
use crate::size;

pub(crate) async fn answer(
    provider: &ProviderServer,
    request: Request,
    answer: StreamSender<Response>,
) {
    let name = &request.type_name;
    let instance = &provider.instance;
    // What the type is not is said by the call itself.
    log_type(name);
    let read = instance.read_state_bytes(name, &request.state_id).await;
    let mut diagnostics = read.diagnostics;
    let chunks = match read.state.filter(|_| !diagnostics.has_errors()) {
        Some(state) => match instance.state_chunks(name, state) {
            Ok(chunks) => Some(chunks),
            Err(errors) => {
                diagnostics.extend(errors);
                None
            }
        },
        None => None,
    };
    let Some(chunks) = chunks else {
        if !diagnostics.is_empty() {
            // Who does not hear it has gone.
            let _ = answer
                .send(only_diagnostics(provider, name, diagnostics))
                .await;
        }
        return;
    };
    for chunk in chunks {
        let range = chunk.range.map(|(start, end)| StateRange { start, end });
        // What was warned of comes with the first one.
        let warnings = only_diagnostics(provider, name, std::mem::take(&mut diagnostics));
        let response = Response {
            bytes: chunk.bytes,
            total_length: chunk.total_length,
            range,
            ..warnings
        };
        if answer.send(response).await.is_err() {
            return;
        }
    }
}

/// Diagnostics without a part of a state. Terraform 1.15 crashes where there is no range and no error.
fn only_diagnostics(provider: &ProviderServer, name: &str, diagnostics: Diagnostics) -> Response {
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics),
        range: Some(StateRange { start: 0, end: 0 }),
        ..Response::default()
    };
    // A chunk takes half a message at most.
    size::or_else(provider.largest / 2, answer, name, Response::default)
}
