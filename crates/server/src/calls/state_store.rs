//! Calls for state stores. A written state arrives in chunks, and is stored when it is complete.

use bytes::Bytes;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{IncomingState, StateChunk, StateStoreResponse};
use schema_transport::proto::v6::configure_state_store::StateStoreServerCapabilities;
use schema_transport::proto::v6::write_state_bytes::{RequestChunk, RequestChunkMeta, Response};
use schema_transport::proto::v6::{
    StateRange, configure_state_store, delete_state, get_states, lock_state, read_state_bytes,
    unlock_state,
};
use schema_transport::{StreamReceiver, StreamSender};

use crate::convert::{decode_config, diagnostics_to_wire};
use crate::provider::{ProviderServer, log_type};
use crate::size;

/// How much of a state is still received, and dropped, after an error: a client that only sends
/// learns of the error at the end.
const DROPPED: usize = 2 << 30;

/// Configures a state store, and negotiates the chunk size.
pub(crate) async fn configure_state_store(
    provider: &ProviderServer,
    request: configure_state_store::Request,
) -> configure_state_store::Response {
    let name = &request.type_name;
    log_type(name);
    let offered = request.capabilities.map_or(0, |client| client.chunk_size);
    // A message contains a chunk and its metadata.
    let most = i64::try_from(provider.largest / 2).unwrap_or(i64::MAX);
    let configured = async {
        let instance = &provider.instance;
        let schema = instance.schema_of(SchemaKind::StateStore, name)?;
        let config = decode_config(&schema, request.config, &Value::Null)?;
        let offered = offered.min(most);
        Ok(instance.configure_state_store(name, config, offered).await)
    };
    let StateStoreResponse {
        chunk_size,
        diagnostics,
    } = configured.await.unwrap_or_else(|diagnostics| {
        // Terraform checks the size first.
        let chunk_size = usize::try_from(offered).unwrap_or(0).max(1);
        StateStoreResponse {
            chunk_size,
            diagnostics,
        }
    });
    let unchanged = configure_state_store::Response {
        diagnostics: Vec::new(),
        capabilities: Some(StateStoreServerCapabilities {
            chunk_size: i64::try_from(chunk_size).unwrap_or(i64::MAX),
        }),
    };
    provider.told(name, unchanged, diagnostics)
}

/// Locks a state, unless somebody else holds the lock.
pub(crate) async fn lock_state(
    provider: &ProviderServer,
    request: lock_state::Request,
) -> lock_state::Response {
    let (name, instance) = (&request.type_name, &provider.instance);
    log_type(name);
    let locked = instance
        .lock_state(name, &request.state_id, &request.operation)
        .await;
    let unchanged = lock_state::Response {
        lock_id: locked.lock_id,
        diagnostics: Vec::new(),
    };
    provider.told(name, unchanged, locked.diagnostics)
}

/// Unlocks a state by the id of its lock.
pub(crate) async fn unlock_state(
    provider: &ProviderServer,
    request: unlock_state::Request,
) -> unlock_state::Response {
    let (name, instance) = (&request.type_name, &provider.instance);
    let unlocked = instance.unlock_state(name, &request.state_id, &request.lock_id);
    provider
        .answer_told(name, async { Ok(unlocked.await) })
        .await
}

/// Lists the states in a state store.
pub(crate) async fn get_states(
    provider: &ProviderServer,
    request: get_states::Request,
) -> get_states::Response {
    let name = &request.type_name;
    let listed = async {
        let states = provider.instance.get_states(name).await;
        Ok(get_states::Response {
            state_ids: states.state_ids,
            diagnostics: diagnostics_to_wire(states.diagnostics),
        })
    };
    provider.answer(name, Default::default(), listed).await
}

/// Deletes a state.
pub(crate) async fn delete_state(
    provider: &ProviderServer,
    request: delete_state::Request,
) -> delete_state::Response {
    let name = &request.type_name;
    let deleted = provider.instance.delete_state(name, &request.state_id);
    provider
        .answer_told(name, async { Ok(deleted.await) })
        .await
}

/// Sends a state in chunks; if there is none, sends nothing.
pub(crate) async fn read_state_bytes(
    provider: &ProviderServer,
    request: read_state_bytes::Request,
    answer: StreamSender<read_state_bytes::Response>,
) {
    let (name, instance) = (&request.type_name, &provider.instance);
    log_type(name);
    let read = instance.read_state_bytes(name, &request.state_id).await;
    let mut diagnostics = read.diagnostics;
    let state = read.state.filter(|_| !diagnostics.has_errors());
    let chunks = state.and_then(|state| {
        let chunks = instance.state_chunks(name, state);
        chunks.map_err(|errors| diagnostics.extend(errors)).ok()
    });
    let Some(chunks) = chunks else {
        if !diagnostics.is_empty() {
            // If the receiver is gone, nobody needs the answer.
            let _ = answer
                .send(only_diagnostics(provider, name, diagnostics))
                .await;
        }
        return;
    };
    for chunk in chunks {
        let range = chunk.range.map(|(start, end)| StateRange { start, end });
        // Warnings come with the first chunk.
        let warnings = only_diagnostics(provider, name, std::mem::take(&mut diagnostics));
        let response = read_state_bytes::Response {
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

/// Diagnostics without a part of a state. Terraform 1.15 crashes if there is neither a range nor an
/// error.
fn only_diagnostics(
    provider: &ProviderServer,
    name: &str,
    diagnostics: Diagnostics,
) -> read_state_bytes::Response {
    let answer = read_state_bytes::Response {
        diagnostics: diagnostics_to_wire(diagnostics),
        range: Some(StateRange { start: 0, end: 0 }),
        ..Default::default()
    };
    // A chunk takes at most half a message.
    size::or_else(provider.largest / 2, answer, name, Default::default())
}

/// Receives a state in chunks, and writes it when it is complete.
pub(crate) async fn write_state_bytes(
    provider: &ProviderServer,
    mut request: StreamReceiver<RequestChunk>,
) -> Response {
    let mut meta = RequestChunkMeta::default();
    let received = receive(provider, &mut request, &mut meta).await;
    let name = &meta.type_name;
    let diagnostics = match received {
        Ok(state) => {
            let (id, instance) = (&meta.state_id, &provider.instance);
            instance.write_state_bytes(name, id, state).await
        }
        Err(errors) => {
            drop_rest(&mut request).await;
            errors
        }
    };
    provider.told(name, Response::default(), diagnostics)
}

/// Receives the whole state.
async fn receive(
    provider: &ProviderServer,
    request: &mut StreamReceiver<RequestChunk>,
    meta: &mut RequestChunkMeta,
) -> Result<Bytes, Diagnostics> {
    let mut incoming: Option<IncomingState> = None;
    let mut room = None;
    loop {
        let next = request.next().await;
        let next = next.map_err(|_| refused("The stream of chunks broke off."))?;
        let Some(chunk) = next else { break };
        let incoming = match &mut incoming {
            Some(incoming) => {
                if chunk.meta.is_some_and(|another| another != *meta) {
                    let what = "A chunk after the first one names another state than the first.";
                    return Err(refused(what).into());
                }
                incoming
            }
            none => {
                let Some(first) = chunk.meta else {
                    let what =
                        "The first chunk does not say of which state store and which state it is.";
                    return Err(refused(what).into());
                };
                *meta = first;
                let (name, id) = (&meta.type_name, &meta.state_id);
                log_type(name);
                provider.instance.schema_of(SchemaKind::StateStore, name)?;
                let begun = provider.instance.incoming_state(name, id)?;
                let total = usize::try_from(chunk.total_length).unwrap_or(0);
                // A single chunk is already in the budget.
                let longer = total > chunk.bytes.len();
                if let Some(memory) = provider.memory.as_ref().filter(|_| longer) {
                    let made = memory.room(total).await;
                    room = Some(made.map_err(|status| {
                        Diagnostic::error(format!("{name}: there is no memory for the state"))
                            .with_detail(format!("Nothing was written: {}.", status.message()))
                    })?);
                }
                none.insert(begun)
            }
        };
        incoming.push(StateChunk {
            bytes: chunk.bytes,
            range: chunk.range.map(|range| (range.start, range.end)),
            total_length: chunk.total_length,
        })?;
    }
    let incoming = incoming.ok_or_else(|| refused("There was no chunk at all."))?;
    let state = incoming.finish()?;
    Ok(match room {
        Some(room) => room.keeps(state),
        None => state,
    })
}

async fn drop_rest(request: &mut StreamReceiver<RequestChunk>) {
    let mut dropped = 0;
    while let Ok(Some(chunk)) = request.next().await {
        dropped += chunk.bytes.len() + 1;
        if dropped > DROPPED {
            return;
        }
    }
}

fn refused(what: &str) -> Diagnostic {
    Diagnostic::error("A state was not sent as it should be").with_detail(format!(
        "{what} Nothing was written. This is a bug in Terraform, or in whatever else calls the provider."
    ))
}
