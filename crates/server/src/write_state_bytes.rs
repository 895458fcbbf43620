//! WriteStateBytes: a state comes in chunks, and is written when it is whole.

use bytes::Bytes;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::schema::SchemaKind;
use schema_shell::lifecycle::{IncomingState, StateChunk};
use schema_transport::proto::v6::write_state_bytes::{RequestChunk, RequestChunkMeta, Response};
use schema_transport::{MemoryGuard, StreamReceiver};

use crate::convert::diagnostics_to_wire;
use crate::provider::ProviderServer;
use crate::size;

/// How much of a state is still taken, and dropped, after a mistake: whoever only sends hears of the mistake at the end.
const DROPPED: usize = 2 << 30;

/// A state on the budget.
struct BudgetedState {
    state: Bytes,
    _room: MemoryGuard,
}

impl AsRef<[u8]> for BudgetedState {
    fn as_ref(&self) -> &[u8] {
        &self.state
    }
}

pub(crate) async fn answer(
    provider: &ProviderServer,
    mut request: StreamReceiver<RequestChunk>,
) -> Response {
    let mut meta = RequestChunkMeta::default();
    let received = receive(provider, &mut request, &mut meta).await;
    let name = &meta.type_name;
    let diagnostics = match received {
        Ok(state) => {
            let instance = &provider.instance;
            instance
                .write_state_bytes(name, &meta.state_id, state)
                .await
        }
        Err(errors) => {
            drop_rest(&mut request).await;
            errors
        }
    };
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}

/// The whole state.
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
                provider.schema(SchemaKind::StateStore, name)?;
                let begun = provider.instance.incoming_state(name, id)?;
                let total = usize::try_from(chunk.total_length).unwrap_or(0);
                // A single chunk has its room already.
                let longer = total > chunk.bytes.len();
                if let Some(memory) = provider.memory.as_ref().filter(|_| longer) {
                    let made = memory.room(total).await;
                    room = Some(made.map_err(|status| no_room(name, status.message()))?);
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
        Some(room) => Bytes::from_owner(BudgetedState { state, _room: room }),
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

fn no_room(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(format!("{name}: there is no memory for the state"))
        .with_detail(format!("Nothing was written: {why}."))
}

fn refused(what: &str) -> Diagnostic {
    Diagnostic::error("A state was not sent as it should be").with_detail(format!(
        "{what} Nothing was written. This is a bug in Terraform, or in what else calls the provider."
    ))
}
