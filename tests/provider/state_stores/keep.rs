//! A provider whose state store keeps states in memory, and misbehaves on request
//! (`tests/providers/README.md`).

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json};
use schema_provider::{LockInfo, LockOutcome, UnlockOutcome, Value};

#[derive(Schema)]
#[schema(provider = "keep")]
pub struct Keep {
    /// The prefix of all ids.
    #[field(optional)]
    greeting: Option<String>,
}

impl Provider for Keep {
    type Client = String;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Note]
    }

    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![States]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<String> {
        Ok(config.get_ok(Keep::GREETING).unwrap_or_default())
    }
}

/// A resource that takes time to create.
#[derive(Schema)]
#[schema(resource = "keep_note")]
pub struct Note {
    #[field(required, force_new)]
    name: String,
    /// How long its creation takes.
    #[field(optional, force_new)]
    wait_ms: Option<u64>,
}

impl Resource for Note {
    type Provider = Keep;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let wait = data.get_ok(Note::WAIT_MS).unwrap_or_default();
        data.set_id(data.get(Note::NAME));
        let wait = tokio::time::sleep(std::time::Duration::from_millis(wait));
        Ok(cx.race(wait).await?)
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// States in the memory of the process.
#[derive(Schema)]
#[schema(state_store = "keep_states")]
pub struct States {
    /// The name of a part of the memory.
    #[field(required, default_env("KEEP_SPACE"))]
    space: String,
    /// Whether there are locks.
    #[field(optional, default = true)]
    locks: bool,
    /// How it misbehaves.
    #[field(optional)]
    fault: Option<String>,
    /// What Terraform stores in plain text, unless it is left to the environment.
    #[field(optional, default_env("KEEP_PASSWORD"))]
    password: Option<Secret>,
    /// Of any type; another type is another space.
    #[field(optional)]
    label: Option<Dynamic>,
}

/// A part of the memory.
#[derive(Default)]
pub struct Space {
    pub states: BTreeMap<String, Bytes>,
    pub locks: BTreeMap<String, LockInfo>,
    /// The calls, and how many stores of it exist.
    pub calls: Vec<String>,
    pub stores: usize,
}

pub struct Store {
    space: Arc<Mutex<Space>>,
    locks: bool,
    fault: String,
    password: Secret,
}

impl Drop for Store {
    fn drop(&mut self) {
        guard(&self.space).stores -= 1;
    }
}

fn guard(space: &Mutex<Space>) -> MutexGuard<'_, Space> {
    space.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The part of the memory with this name.
pub fn space(name: &str) -> Arc<Mutex<Space>> {
    static SPACES: LazyLock<Mutex<HashMap<String, Arc<Mutex<Space>>>>> =
        LazyLock::new(Mutex::default);
    let mut spaces = SPACES.lock().unwrap();
    Arc::clone(spaces.entry(name.to_owned()).or_default())
}

impl Store {
    /// The memory, unless this function is to misbehave.
    async fn begin(&self, cx: &Cx<States>) -> Result<MutexGuard<'_, Space>> {
        let operation = cx.operation().to_string();
        guard(&self.space).calls.push(operation.clone());
        let (fault, of) = self.fault.split_once(' ').unwrap_or(("", ""));
        if of == operation {
            match fault {
                "panic" => panic!("no {operation} today with {:?}", self.password.expose()),
                "fail" => bail!("no {operation} today"),
                "warn" => cx.warn(Diagnostic::warning(format!("{operation} is slow"))),
                "wait" => {
                    for _ in 0..600 {
                        cx.check()?;
                        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                    }
                }
                _ => {}
            }
        }
        Ok(guard(&self.space))
    }

    fn does(&self, fault: &str) -> bool {
        self.fault == fault
    }
}

impl StateStore for States {
    type Provider = Keep;
    type Store = Store;

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        match config.get_ok(States::SPACE) {
            Some(space) if space.contains(' ') => Diagnostic::error("no spaces in a space")
                .at(States::SPACE.path())
                .into(),
            _ => Diagnostics::new(),
        }
    }

    async fn configure(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<Store> {
        let greeting = cx.client()?;
        let fault = config.get_ok(States::FAULT).unwrap_or_default();
        match fault.as_str() {
            "panic configure" => panic!("no configure today"),
            "fail configure" => bail!("no configure today"),
            _ => {}
        }
        let password = config.get_ok(States::PASSWORD).unwrap_or_default();
        // A state store has no `sensitive`.
        cx.mask(password.expose().unwrap_or_default());
        let label = config
            .get_ok(States::LABEL)
            .and_then(|label| label.to_json());
        let label = label.map(|label| label.to_string()).unwrap_or_default();
        let name = config.require(States::SPACE)? + &label;
        let space = space(&format!("{greeting}{name}"));
        guard(&space).stores += 1;
        Ok(Store {
            space,
            locks: config.require(States::LOCKS)?,
            fault,
            password,
        })
    }

    async fn read(cx: &Cx<Self>, store: &Store, state_id: &str) -> Result<Option<Bytes>> {
        let space = store.begin(cx).await?;
        if store.does("empty read") {
            return Ok(Some(Bytes::new()));
        }
        Ok(space.states.get(state_id).cloned())
    }

    async fn write(cx: &Cx<Self>, store: &Store, state_id: &str, state: Bytes) -> Result {
        let mut space = store.begin(cx).await?;
        space.states.insert(state_id.to_owned(), state);
        Ok(())
    }

    async fn lock(
        cx: &Cx<Self>,
        store: &Store,
        state_id: &str,
        lock: &LockInfo,
    ) -> Result<LockOutcome> {
        let mut space = store.begin(cx).await?;
        if !store.locks {
            return Ok(LockOutcome::Unsupported);
        }
        if store.does("nameless lock") {
            return Ok(LockOutcome::Taken(String::new()));
        }
        if let Some(holder) = space.locks.get(state_id) {
            return Ok(LockOutcome::HeldBy(holder.clone()));
        }
        space.locks.insert(state_id.to_owned(), lock.clone());
        Ok(LockOutcome::Taken(lock.id.clone()))
    }

    async fn unlock(
        cx: &Cx<Self>,
        store: &Store,
        state_id: &str,
        lock_id: &str,
    ) -> Result<UnlockOutcome> {
        let mut space = store.begin(cx).await?;
        Ok(match space.locks.get(state_id) {
            None => UnlockOutcome::NotLocked,
            Some(holder) if holder.id != lock_id => UnlockOutcome::HeldBy(holder.clone()),
            Some(_) => {
                space.locks.remove(state_id);
                UnlockOutcome::Released
            }
        })
    }

    async fn list(cx: &Cx<Self>, store: &Store) -> Result<Vec<String>> {
        let space = store.begin(cx).await?;
        let mut ids: Vec<String> = space.states.keys().rev().cloned().collect();
        if store.does("odd list") {
            ids.extend(["default".into(), "a/b\u{1b}".into(), String::new()]);
        }
        Ok(ids)
    }

    async fn delete(cx: &Cx<Self>, store: &Store, state_id: &str) -> Result<bool> {
        let mut space = store.begin(cx).await?;
        Ok(space.states.remove(state_id).is_some())
    }
}

pub const TYPE: &str = "keep_states";

pub fn environment() -> Environment {
    let mut environment = Environment::default();
    environment.set("USER", "ann");
    environment
}

/// The provider, configured.
pub async fn provider() -> Instance {
    let instance = Instance::new::<Keep>(environment()).unwrap();
    let diagnostics = instance.configure_provider(Value::Null).await;
    assert!(diagnostics.is_empty(), "{diagnostics}");
    instance
}

/// The configuration of the state store.
pub fn config(instance: &Instance, text: &str) -> Value {
    let schema = &instance.schemas().state_stores[TYPE];
    json::decode_block(
        &schema.block,
        text.as_bytes(),
        UnsupportedAttributes::Refuse,
    )
    .unwrap()
}

/// The provider with a state store of this memory.
pub async fn opened(space: &str) -> Instance {
    let instance = provider().await;
    configured(&instance, &format!(r#"{{"space": "{space}"}}"#)).await;
    instance
}

/// Configures the state store, with chunks of 8 bytes.
pub async fn configured(instance: &Instance, text: &str) {
    let response = instance
        .configure_state_store(TYPE, config(instance, text), 8)
        .await;
    assert!(response.diagnostics.is_empty(), "{}", response.diagnostics);
    assert_eq!(response.chunk_size, 8);
}

/// The only diagnostic.
#[track_caller]
pub fn one(diagnostics: &Diagnostics) -> &Diagnostic {
    let all: Vec<&Diagnostic> = diagnostics.iter().collect();
    let [one] = all[..] else {
        panic!("{diagnostics}");
    };
    one
}
