//! Calls of the provider's service by name, for tests of what a provider answers; their names are the same in both
//! protocols.

use crate::client::{Failure, Messages, Upload};
use crate::provider::Provider;
use bytes::{Bytes, BytesMut};
use schema_transport::proto::v6;

/// What Terraform offers as the size of chunks.
pub const CHUNK_SIZE: usize = 8 << 20;

impl Provider {
    /// The path of a call, by the name that the spoken protocol has for it.
    #[must_use]
    pub fn path_of(&self, name: &str) -> String {
        format!("/tfplugin{}.Provider/{name}", self.protocol().number())
    }
}

/// Calls with one message each way.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident => $call:ident;)+) => {
        impl Provider {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// The call failed.
            pub async fn $call(
                &self,
                request: &v6::$call::Request,
            ) -> Result<v6::$call::Response, Failure> {
                self.client().call(&self.path_of(stringify!($name)), request).await
            }
        )+}
    };
}

calls! {
    /// The names of everything.
    GetMetadata => get_metadata;
    /// Checks an ephemeral resource's configuration.
    ValidateEphemeralResourceConfig => validate_ephemeral_resource_config;
    /// Opens an ephemeral resource.
    OpenEphemeralResource => open_ephemeral_resource;
    /// Renews an ephemeral resource.
    RenewEphemeralResource => renew_ephemeral_resource;
    /// Closes an ephemeral resource.
    CloseEphemeralResource => close_ephemeral_resource;
    /// The signatures of functions.
    GetFunctions => get_functions;
    /// Calls a function.
    CallFunction => call_function;
    /// Checks the configuration of a list.
    ValidateListResourceConfig => validate_list_resource_config;
    /// Makes a configuration of an object.
    GenerateResourceConfig => generate_resource_config;
    /// Checks an action's configuration.
    ValidateActionConfig => validate_action_config;
    /// Plans an action.
    PlanAction => plan_action;
    /// Checks a state store's configuration.
    ValidateStateStoreConfig => validate_state_store_config;
    /// Configures a state store.
    ConfigureStateStore => configure_state_store;
    /// Locks a state.
    LockState => lock_state;
    /// Unlocks a state.
    UnlockState => unlock_state;
    /// The states that a state store has.
    GetStates => get_states;
    /// Deletes a state.
    DeleteState => delete_state;
}

/// Calls whose answer is a stream.
macro_rules! server_streams {
    ($($(#[$doc:meta])* $name:ident => $call:ident ($message:ident);)+) => {
        impl Provider {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// The connection failed, or the server refused the call.
            pub async fn $call(
                &self,
                request: &v6::$call::Request,
            ) -> Result<Messages<v6::$call::$message>, Failure> {
                self.client().server_stream(&self.path_of(stringify!($name)), request).await
            }
        )+}
    };
}

server_streams! {
    /// Lists objects; who drops the stream gives the call up, as Terraform does when it has enough.
    ListResource => list_resource (Event);
    /// Invokes an action.
    InvokeAction => invoke_action (Event);
    /// Reads a state in chunks.
    ReadStateBytes => read_state_bytes (Response);
}

impl Provider {
    /// Writes a state in chunks, which are sent to what is returned.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn write_state_bytes(
        &self,
    ) -> Result<Upload<v6::write_state_bytes::RequestChunk, v6::write_state_bytes::Response>, Failure>
    {
        self.client()
            .client_stream(&self.path_of("WriteStateBytes"))
            .await
    }

    /// Writes a state as Terraform does: in chunks of one size, of which the first says what is written.
    ///
    /// # Errors
    /// The call failed.
    pub async fn write_state(
        &self,
        type_name: &str,
        state_id: &str,
        state: &Bytes,
        chunk_size: usize,
    ) -> Result<v6::write_state_bytes::Response, Failure> {
        let mut upload = self.write_state_bytes().await?;
        for chunk in state_chunks(type_name, state_id, state, chunk_size) {
            // One that has its answer takes no more.
            if !upload.send(&chunk).await? {
                break;
            }
        }
        upload.finish().await
    }

    /// Reads a whole state, as Terraform puts chunks together; nothing where there are none.
    ///
    /// # Errors
    /// The call failed, or has errors.
    pub async fn read_state(
        &self,
        type_name: &str,
        state_id: &str,
    ) -> crate::Result<Option<Bytes>> {
        let request = v6::read_state_bytes::Request {
            type_name: type_name.to_owned(),
            state_id: state_id.to_owned(),
        };
        let mut chunks = self.read_state_bytes(&request).await?;
        let mut state = BytesMut::new();
        let mut total = None;
        while let Some(chunk) = chunks.next().await? {
            crate::provider::no_errors(&chunk.diagnostics)?;
            let range = chunk.range.ok_or("a chunk has no range")?;
            let (start, end) = (usize::try_from(range.start)?, usize::try_from(range.end)?);
            if start != state.len() || (end + 1).checked_sub(start) != Some(chunk.bytes.len()) {
                let (at, length) = (state.len(), chunk.bytes.len());
                return Err(format!("{length} bytes at {at} are said to be {range:?}").into());
            }
            total.get_or_insert(chunk.total_length);
            state.extend_from_slice(&chunk.bytes);
        }
        match total {
            None => Ok(None),
            Some(total) if usize::try_from(total) == Ok(state.len()) => Ok(Some(state.freeze())),
            Some(total) => Err(format!("{} bytes came of {total}", state.len()).into()),
        }
    }
}

/// A state in chunks as Terraform sends them.
#[must_use]
pub fn state_chunks(
    type_name: &str,
    state_id: &str,
    state: &Bytes,
    chunk_size: usize,
) -> Vec<v6::write_state_bytes::RequestChunk> {
    let place = |at: usize| i64::try_from(at).unwrap_or(i64::MAX);
    let chunk = |at: usize| {
        let end = (at + chunk_size).min(state.len());
        let meta = v6::write_state_bytes::RequestChunkMeta {
            type_name: type_name.to_owned(),
            state_id: state_id.to_owned(),
        };
        v6::write_state_bytes::RequestChunk {
            meta: (at == 0).then_some(meta),
            bytes: state.slice(at..end),
            total_length: place(state.len()),
            range: Some(v6::StateRange {
                start: place(at),
                end: place(end) - 1,
            }),
        }
    };
    (0..state.len()).step_by(chunk_size).map(chunk).collect()
}
