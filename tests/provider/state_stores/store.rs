//! A client of a state store that behaves like Terraform.

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, StateRange, configure_state_store, read_state_bytes, write_state_bytes,
};
use schema_provider::plugin::{Bytes, Handler, StreamReceiver, StreamSender};
use write_state_bytes::{RequestChunk, RequestChunkMeta};

use super::keep::{Keep, TYPE};
use super::served::{self, Server};

pub struct Client {
    pub server: Server,
    instance: Instance,
    pub chunk_size: usize,
}

impl Client {
    /// The state store is not configured yet.
    pub async fn unconfigured() -> Self {
        let (server, instance) = served::configured::<Keep>("{}").await;
        Client {
            server,
            instance,
            chunk_size: 8,
        }
    }

    /// Begins like Terraform, offering chunks of this size.
    pub async fn new(text: &str, offered: i64) -> Self {
        let mut client = Client::unconfigured().await;
        let response = client.configure(text, offered).await;
        assert_eq!(response.diagnostics, []);
        client
    }

    pub fn config(&self, text: &str) -> Option<DynamicValue> {
        served::encoded(&self.instance.schemas().state_stores[TYPE], text)
    }

    pub async fn configure(&mut self, text: &str, offered: i64) -> configure_state_store::Response {
        let request = configure_state_store::Request {
            type_name: TYPE.into(),
            config: self.config(text),
            capabilities: Some(configure_state_store::StateStoreClientCapabilities {
                chunk_size: offered,
            }),
        };
        let response = self.server.configure_state_store(request).await;
        let agreed = response.capabilities.as_ref().unwrap().chunk_size;
        self.chunk_size = usize::try_from(agreed).unwrap();
        response
    }

    pub async fn read(&self, state_id: &str) -> Vec<read_state_bytes::Response> {
        let (answer, mut taken) = StreamSender::local();
        let request = read_state_bytes::Request {
            type_name: TYPE.into(),
            state_id: state_id.into(),
        };
        let reading = self.server.read_state_bytes(request, answer);
        let taking = async {
            let mut all = Vec::new();
            while let Some(chunk) = taken.recv().await {
                all.push(chunk);
            }
            all
        };
        tokio::join!(reading, taking).1
    }

    /// The chunks of a state, as core sends them.
    pub fn chunks(&self, state_id: &str, state: &Bytes) -> Vec<RequestChunk> {
        let total_length = state.len() as i64;
        let mut chunks = Vec::new();
        let mut start = 0;
        for part in state.chunks(self.chunk_size) {
            let end = start + part.len() as i64 - 1;
            chunks.push(RequestChunk {
                meta: (start == 0).then(|| meta(state_id)),
                bytes: state.slice_ref(part),
                total_length,
                range: Some(StateRange { start, end }),
            });
            start = end + 1;
        }
        chunks
    }

    pub async fn send(&self, chunks: Vec<RequestChunk>) -> Vec<v6::Diagnostic> {
        let chunks = StreamReceiver::new(chunks);
        self.server.write_state_bytes(chunks).await.diagnostics
    }

    pub async fn write(&self, state_id: &str, state: &Bytes) -> Vec<v6::Diagnostic> {
        self.send(self.chunks(state_id, state)).await
    }
}

pub fn meta(state_id: &str) -> RequestChunkMeta {
    RequestChunkMeta {
        type_name: TYPE.into(),
        state_id: state_id.into(),
    }
}

pub fn state(length: usize) -> Bytes {
    (0..length).map(|at| (at % 251) as u8).collect()
}

#[track_caller]
pub fn error(diagnostics: &[v6::Diagnostic]) -> String {
    let [one] = diagnostics else {
        panic!("{diagnostics:?}");
    };
    assert_eq!(one.severity, v6::diagnostic::Severity::Error as i32);
    format!("{}: {}", one.summary, one.detail)
}
