//! A state store over the protocol's messages, with any calls in any order: what is rejected
//! changes nothing, and what is taken comes back byte for byte.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use prost::Message as _;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{self, DynamicValue, write_state_bytes::RequestChunk};
use schema_provider::plugin::{Bytes, Handler, StreamReceiver, StreamSender};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::diagnostics::Diagnostics;
use schema_provider::schema_runtime::dynamic::read_schema;
use schema_provider::schema_runtime::refs::Ref;
use schema_provider::schema_runtime::schema::{Environment, Schema, SchemaKind};
use schema_provider::schema_runtime::value::Value;
use schema_provider::untyped::{
    AnyClient, BoxFuture, UntypedDataSource, UntypedProvider, UntypedResource, UntypedStateStore,
};
use schema_provider::{Cx, LockInfo, LockOutcome, UnlockOutcome, server::ProviderServer};

use super::hcl::schemas;
use super::input::Input;

const TYPE: &str = "x_store";

/// States and locks, in memory.
#[derive(Default)]
struct Held {
    states: BTreeMap<String, Bytes>,
    locks: BTreeMap<String, LockInfo>,
}

/// A provider with a state store that keeps everything in its only client.
#[derive(Clone, Default)]
struct Keeper(Arc<Mutex<Held>>);

impl Keeper {
    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call that is over at once.
    fn done<T: Send + 'static>(&self, call: impl FnOnce(&mut Held) -> T) -> BoxFuture<Done<T>> {
        let done = call(&mut self.held());
        Box::pin(std::future::ready(Ok(done)))
    }
}

type Done<T> = Result<T, Diagnostics>;

impl UntypedProvider for Keeper {
    fn schema(&self) -> Ref<Schema> {
        schemas().provider.clone()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Done<AnyClient>> {
        Box::pin(std::future::ready(Ok(Arc::new(()) as AnyClient)))
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        Vec::new()
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        Vec::new()
    }

    fn state_stores(&self) -> Vec<Ref<dyn UntypedStateStore>> {
        let store: Arc<dyn UntypedStateStore> = Arc::new(self.clone());
        vec![store.into()]
    }
}

impl UntypedStateStore for Keeper {
    fn schema(&self) -> Ref<Schema> {
        static SCHEMA: OnceLock<Arc<Schema>> = OnceLock::new();
        let schema = SCHEMA.get_or_init(|| {
            let attribute = serde_json::json!({"type": "string", "optional": true});
            let json = serde_json::json!({"block": {"attributes": {"path": attribute}}});
            Arc::new(read_schema(SchemaKind::StateStore, TYPE, &json).expect("a schema"))
        });
        Arc::clone(schema).into()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Done<AnyClient>> {
        Box::pin(std::future::ready(Ok(Arc::new(()) as AnyClient)))
    }

    fn read(&self, _: Cx, _: AnyClient, id: String) -> BoxFuture<Done<Option<Bytes>>> {
        self.done(|held| held.states.get(&id).cloned())
    }

    fn write(&self, _: Cx, _: AnyClient, id: String, state: Bytes) -> BoxFuture<Done<()>> {
        self.done(|held| drop(held.states.insert(id, state)))
    }

    fn lock(
        &self,
        _: Cx,
        _: AnyClient,
        id: String,
        lock: LockInfo,
    ) -> BoxFuture<Done<LockOutcome>> {
        self.done(|held| match held.locks.get(&id) {
            Some(there) => LockOutcome::HeldBy(there.clone()),
            None => {
                let taken = LockOutcome::Taken(lock.id.clone());
                held.locks.insert(id, lock);
                taken
            }
        })
    }

    fn unlock(
        &self,
        _: Cx,
        _: AnyClient,
        id: String,
        lock_id: String,
    ) -> BoxFuture<Done<UnlockOutcome>> {
        self.done(|held| match held.locks.get(&id) {
            None => UnlockOutcome::NotLocked,
            Some(there) if there.id != lock_id => UnlockOutcome::HeldBy(there.clone()),
            Some(_) => {
                held.locks.remove(&id);
                UnlockOutcome::Released
            }
        })
    }

    fn list(&self, _: Cx, _: AnyClient) -> BoxFuture<Done<Vec<String>>> {
        self.done(|held| held.states.keys().cloned().collect())
    }

    fn delete(&self, _: Cx, _: AnyClient, id: String) -> BoxFuture<Done<bool>> {
        self.done(|held| held.states.remove(&id).is_some())
    }
}

/// The runtime of the server's futures, the provider, and its contents.
struct Host {
    runtime: tokio::runtime::Runtime,
    instance: Instance,
    keeper: Keeper,
}

fn host() -> &'static Mutex<Host> {
    static HOST: OnceLock<Mutex<Host>> = OnceLock::new();
    HOST.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        let keeper = Keeper::default();
        let provider: Arc<dyn UntypedProvider> = Arc::new(keeper.clone());
        let instance = Instance::untyped(provider.into(), Environment::default());
        Mutex::new(Host {
            runtime,
            instance: instance.expect("each type has its own name"),
            keeper,
        })
    })
}

/// Each byte is a call, and those after it what it is about.
pub fn state_store(bytes: &[u8]) {
    let host = host().lock().unwrap_or_else(PoisonError::into_inner);
    *host.keeper.held() = Held::default();
    let server = ProviderServer::new(host.instance.another_configuration());
    let mut run = Run {
        server,
        keeper: &host.keeper,
        chunk_size: None,
        states: BTreeMap::new(),
        locks: BTreeMap::new(),
    };
    let mut input = Input::new(bytes);
    host.runtime.block_on(async {
        let configured = run.server.configure_provider(Default::default()).await;
        told(&configured.diagnostics);
        for _ in 0..16 {
            run.call(&mut input).await;
        }
    });
}

/// Whether there are errors. None tells of a panic.
fn told(diagnostics: &[v6::Diagnostic]) -> bool {
    for diagnostic in diagnostics {
        assert!(!diagnostic.summary.is_empty());
        assert!(
            !diagnostic.summary.contains("the provider panicked in "),
            "{diagnostic:?}"
        );
    }
    !diagnostics.is_empty()
}

/// A run of calls, and what must be there then.
struct Run<'a> {
    server: ProviderServer,
    keeper: &'a Keeper,
    /// The negotiated settings; `None` before the store is configured.
    chunk_size: Option<usize>,
    states: BTreeMap<String, Bytes>,
    /// The ids of locks.
    locks: BTreeMap<String, String>,
}

fn state_id(input: &mut Input<'_>) -> String {
    match input.below(6) {
        0 | 1 => "default".to_owned(),
        2 => "a".to_owned(),
        3 => "../a".to_owned(),
        4 => String::new(),
        _ => input.text(),
    }
}

fn states() -> v6::get_states::Request {
    v6::get_states::Request {
        type_name: TYPE.to_owned(),
    }
}

/// Ids that every store takes.
fn is_plain(id: &str) -> bool {
    id == "default" || id == "a"
}

impl Run<'_> {
    async fn call(&mut self, input: &mut Input<'_>) {
        match input.below(10) {
            0 | 1 => self.configure(input).await,
            2 | 3 => self.write(input).await,
            4 => self.write_badly(input).await,
            5 => self.read(input).await,
            6 => self.lock(input).await,
            7 => self.unlock(input).await,
            8 => self.list().await,
            _ => self.delete(input).await,
        }
        assert!(self.keeper.held().states == self.states);
        let locks = self.keeper.held();
        assert!(locks.locks.keys().eq(self.locks.keys()));
    }

    async fn configure(&mut self, input: &mut Input<'_>) {
        let schema = UntypedStateStore::schema(self.keeper);
        let config = match input.below(8) {
            0 => DynamicValue::from_msgpack(input.slice().to_vec()),
            _ => {
                let empty = schema.block.empty_object();
                let bytes = msgpack::encode_block(&schema.block, &empty).expect("an object");
                DynamicValue::from_msgpack(bytes)
            }
        };
        let validate = v6::validate_state_store_config::Request {
            type_name: TYPE.to_owned(),
            config: Some(config.clone()),
        };
        let valid = self.server.validate_state_store_config(validate).await;
        told(&valid.diagnostics);
        let offered = i64::from(input.byte()) - 2;
        let request = v6::configure_state_store::Request {
            type_name: TYPE.to_owned(),
            config: Some(config),
            capabilities: Some(v6::configure_state_store::StateStoreClientCapabilities {
                chunk_size: offered,
            }),
        };
        let configured = self.server.configure_state_store(request).await;
        if told(&configured.diagnostics) {
            // A malformed configuration leaves the former one in place; one that fails replaces it.
            let listed = self.server.get_states(states()).await;
            if told(&listed.diagnostics) {
                self.chunk_size = None;
            }
            return;
        }
        // Terraform rejects an answer that is not positive.
        let agreed = configured.capabilities.expect("a size").chunk_size;
        assert!(agreed > 0, "{agreed}");
        self.chunk_size = Some(usize::try_from(agreed).expect("a size"));
    }

    /// A state as Terraform sends it.
    fn chunks(&self, id: &str, state: &Bytes) -> Vec<RequestChunk> {
        let place = |at: usize| i64::try_from(at).expect("a short state");
        let size = self.chunk_size.unwrap_or(8).clamp(1, 1 << 20);
        let starts = (0..state.len()).step_by(size);
        let chunk = |start: usize| {
            let end = (start + size).min(state.len());
            RequestChunk {
                meta: (start == 0).then(|| v6::write_state_bytes::RequestChunkMeta {
                    type_name: TYPE.to_owned(),
                    state_id: id.to_owned(),
                }),
                bytes: state.slice(start..end),
                total_length: place(state.len()),
                range: Some(v6::StateRange {
                    start: place(start),
                    end: place(end) - 1,
                }),
            }
        };
        starts.map(chunk).collect()
    }

    async fn write(&mut self, input: &mut Input<'_>) {
        let id = state_id(input);
        let state = Bytes::copy_from_slice(input.slice());
        let chunks = self.chunks(&id, &state);
        let sent = StreamReceiver::new(chunks);
        let written = self.server.write_state_bytes(sent).await;
        if !told(&written.diagnostics) {
            assert!(self.chunk_size.is_some() && !state.is_empty());
            self.states.insert(id, state);
        } else if self.chunk_size.is_some() && !state.is_empty() {
            assert!(!is_plain(&id), "{:?}", written.diagnostics);
        }
    }

    /// The same with something wrong about it, unless that is no matter.
    async fn write_badly(&mut self, input: &mut Input<'_>) {
        let id = state_id(input);
        let state = Bytes::copy_from_slice(input.slice());
        let mut chunks = self.chunks(&id, &state);
        let at = input.below(chunks.len().max(1));
        let number = i64::from(input.byte()) - 4;
        let cut_off = input.below(8) == 0;
        match (input.below(9), chunks.get_mut(at)) {
            (0, Some(_)) => drop(chunks.remove(at)),
            (1, Some(chunk)) => {
                let again = chunk.clone();
                chunks.insert(at, again);
            }
            (2, Some(chunk)) => chunk.range = None,
            (3, Some(chunk)) => chunk.total_length = number,
            (4, Some(chunk)) => {
                chunk.range = Some(v6::StateRange {
                    start: number,
                    end: i64::from(input.byte()),
                });
            }
            (5, Some(chunk)) => chunk.bytes = Bytes::copy_from_slice(input.slice()),
            (6, Some(chunk)) => chunk.meta = None,
            (7, _) => chunks = vec![RequestChunk::decode(input.slice()).unwrap_or_default()],
            _ => chunks.clear(),
        }
        let whole: Bytes = chunks
            .iter()
            .flat_map(|chunk| chunk.bytes.clone())
            .collect();
        let said = chunks.first().and_then(|chunk| chunk.meta.clone());
        let sent = match cut_off {
            true => StreamReceiver::cut_off(chunks),
            false => StreamReceiver::new(chunks),
        };
        let written = self.server.write_state_bytes(sent).await;
        if !told(&written.diagnostics) {
            let said = said.expect("what to write");
            assert!(!cut_off && said.type_name == TYPE && !whole.is_empty());
            self.states.insert(said.state_id, whole);
        }
    }

    async fn read(&mut self, input: &mut Input<'_>) {
        let id = state_id(input);
        let request = v6::read_state_bytes::Request {
            type_name: TYPE.to_owned(),
            state_id: id.clone(),
        };
        let (sender, mut taken) = StreamSender::local();
        let taking = async {
            let mut chunks: Vec<v6::read_state_bytes::Response> = Vec::new();
            while let Some(chunk) = taken.recv().await {
                chunks.push(chunk);
            }
            chunks
        };
        let ((), chunks) = tokio::join!(self.server.read_state_bytes(request, sender), taking);
        let mut state = Vec::new();
        for chunk in &chunks {
            if told(&chunk.diagnostics) {
                assert!(chunks.len() == 1 && chunk.bytes.is_empty());
                assert!(self.chunk_size.is_none() || !is_plain(&id), "{chunks:?}");
                return;
            }
            // Without one Terraform crashes.
            let range = chunk.range.expect("a range");
            let end = state.len() + chunk.bytes.len();
            assert_eq!(usize::try_from(range.start), Ok(state.len()));
            assert_eq!(usize::try_from(range.end + 1), Ok(end));
            assert!(chunk.bytes.len() <= self.chunk_size.expect("configured"));
            state.extend_from_slice(&chunk.bytes);
        }
        let total = chunks.first().map(|chunk| chunk.total_length);
        assert!(total.is_none_or(|total| usize::try_from(total) == Ok(state.len())));
        let held = self.states.get(&id).map(|state| &state[..]);
        assert!(held.unwrap_or_default() == state);
    }

    async fn lock(&mut self, input: &mut Input<'_>) {
        let id = state_id(input);
        let request = v6::lock_state::Request {
            type_name: TYPE.to_owned(),
            state_id: id.clone(),
            operation: input.text(),
        };
        let locked = self.server.lock_state(request).await;
        if told(&locked.diagnostics) {
            assert_eq!(locked.lock_id, "");
            let free = is_plain(&id) && !self.locks.contains_key(&id);
            assert!(
                self.chunk_size.is_none() || !free,
                "{:?}",
                locked.diagnostics
            );
        } else {
            assert!(!locked.lock_id.is_empty());
            assert_eq!(self.locks.insert(id, locked.lock_id), None);
        }
    }

    async fn unlock(&mut self, input: &mut Input<'_>) {
        let id = state_id(input);
        let wrong = input.below(3) == 0;
        let right = self.locks.get(&id).cloned();
        let lock_id = match right {
            Some(right) if !wrong => right,
            _ => input.text(),
        };
        let request = v6::unlock_state::Request {
            type_name: TYPE.to_owned(),
            state_id: id.clone(),
            lock_id: lock_id.clone(),
        };
        let unlocked = self.server.unlock_state(request).await;
        if !told(&unlocked.diagnostics) {
            assert_eq!(self.locks.remove(&id), Some(lock_id));
        } else if self.chunk_size.is_some() && is_plain(&id) {
            assert_ne!(self.locks.get(&id), Some(&lock_id));
        }
    }

    async fn list(&mut self) {
        let listed = self.server.get_states(states()).await;
        if told(&listed.diagnostics) {
            assert!(self.chunk_size.is_none(), "{:?}", listed.diagnostics);
        } else {
            assert!(listed.state_ids.iter().eq(self.states.keys()));
        }
    }

    async fn delete(&mut self, input: &mut Input<'_>) {
        let id = state_id(input);
        let request = v6::delete_state::Request {
            type_name: TYPE.to_owned(),
            state_id: id.clone(),
        };
        let deleted = self.server.delete_state(request).await;
        if !told(&deleted.diagnostics) {
            assert!(self.states.remove(&id).is_some());
        } else if self.chunk_size.is_some() && is_plain(&id) {
            assert!(!self.states.contains_key(&id), "{:?}", deleted.diagnostics);
        }
    }
}
