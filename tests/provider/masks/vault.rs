//! A provider that logs every secret it sees, and the log.

use std::io::Write;
use std::sync::{Mutex, Once, PoisonError};

use crate::careless::Careless;
use crate::reckless::{Reckless, RecklessAction, RecklessFunction, RecklessLease, RecklessStates};
use schema_provider::plugin::log::HclogLayer;
use schema_provider::prelude::*;
use schema_provider::{LockInfo, LockOutcome, Path, UnlockOutcome};
use tokio::sync::Notify;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::layer::SubscriberExt as _;

static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Records the log of the process from now on.
pub fn log() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let layer = HclogLayer::new(Output, LevelFilter::TRACE).masked(schema_provider::masks());
        let subscriber = tracing_subscriber::registry().with(layer);
        tracing::subscriber::set_global_default(subscriber).unwrap();
    });
}

/// The log so far.
pub fn whole() -> String {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&lines).into_owned()
}

/// The lines with this text, once there are some.
#[track_caller]
pub fn lines(part: &str) -> Vec<String> {
    let mut text = String::new();
    // Work after the end of a call may happen a little later.
    for _ in 0..2_000 {
        let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        text = String::from_utf8_lossy(&lines).into_owned();
        drop(lines);
        let found = text.lines().filter(|line| line.contains(part));
        let found: Vec<String> = found.map(str::to_owned).collect();
        if !found.is_empty() {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("{part} is not in\n{text}");
}

/// The plan of the item `waits` has begun, and may continue.
pub static STARTED: Notify = Notify::const_new();
pub static GO: Notify = Notify::const_new();

#[derive(Schema)]
#[schema(provider = "vault")]
pub struct Vault {
    #[field(required)]
    name: String,
    #[field(optional, sensitive)]
    token: Option<String>,
    #[field(optional, default_fn = seal)]
    seal: Option<String>,
}

fn seal(environment: &Environment) -> Result<Option<String>> {
    if let Some(says) = environment.get("VAULT_SAYS") {
        tracing::info!("the default function says {says}");
    }
    Ok(None)
}

pub struct Client {
    name: String,
    token: String,
}

impl Drop for Client {
    fn drop(&mut self) {
        tracing::info!("{} is dropped with {}", self.name, self.token);
    }
}

impl Provider for Vault {
    type Client = Client;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Item, Careless, Reckless]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![Lease, RecklessLease]
    }

    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![States, RecklessStates]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![RecklessAction]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Reckless]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![RecklessFunction]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Client> {
        Ok(Client {
            name: config.require(Vault::NAME)?,
            token: config.get_ok(Vault::TOKEN).unwrap_or_default(),
        })
    }
}

#[derive(Schema)]
#[schema(resource = "vault_item")]
pub struct Item {
    #[field(required, force_new)]
    name: String,
    #[field(optional, sensitive, force_new, validate = custom = careless)]
    code: Option<String>,
    #[field(optional, sensitive, default = "pin-by-default-1")]
    pin: String,
    #[field(computed, sensitive)]
    made: String,
}

fn careless(_: &Path, code: &str) -> Diagnostics {
    tracing::info!("the validator looks at {code}");
    assert!(
        !code.starts_with("c0de-that-panics"),
        "it does not like {code}"
    );
    Diagnostics::new()
}

impl Resource for Item {
    type Provider = Vault;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let name = plan.value(Item::NAME).known().unwrap_or_default();
        if name == "waits" {
            STARTED.notify_one();
            GO.notified().await;
            let client = cx.client()?;
            tracing::info!("{name}: planned by {} with {}", client.name, client.token);
            return Ok(());
        }
        let pin = plan.value(Item::PIN).known().unwrap_or_default();
        tracing::info!("{name}: the default is {pin}");
        plan.set_new(Item::MADE, "made-in-plan-1");
        tracing::info!("{name}: the new one is made-in-plan-1");
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        let old = from.state().attributes()?;
        tracing::info!("moved from {old:?}");
        data.set_id("1");
        data.set(Item::NAME, "a");
        Ok(())
    }
}

impl Update for Item {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(ephemeral = "vault_lease")]
pub struct Lease {
    #[field(computed, sensitive)]
    secret: String,
}

impl EphemeralResource for Lease {
    type Provider = Vault;

    async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        data.set(Lease::SECRET, "lease-secret-1");
        data.opened("a lease");
        Ok(())
    }

    async fn close(_: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        bail!("{} cannot be given back", data.get(Lease::SECRET));
    }
}

#[derive(Schema)]
#[schema(state_store = "vault_states")]
pub struct States {
    #[field(required)]
    space: String,
}

pub struct Store {
    token: String,
}

impl Drop for Store {
    fn drop(&mut self) {
        tracing::info!("store is dropped with {}", self.token);
    }
}

impl StateStore for States {
    type Provider = Vault;
    type Store = Store;

    async fn configure(cx: &Cx<Self>, _: ConfigData<'_, Self>) -> Result<Store> {
        cx.mask("t0ken-1");
        Ok(Store {
            token: "t0ken-1".to_owned(),
        })
    }

    async fn read(_: &Cx<Self>, store: &Store, _: &str) -> Result<Option<Bytes>> {
        tracing::info!("store reads with {}", store.token);
        Ok(None)
    }

    async fn write(_: &Cx<Self>, _: &Store, _: &str, _: Bytes) -> Result {
        Ok(())
    }

    async fn lock(_: &Cx<Self>, _: &Store, _: &str, _: &LockInfo) -> Result<LockOutcome> {
        Ok(LockOutcome::Unsupported)
    }

    async fn unlock(_: &Cx<Self>, _: &Store, _: &str, _: &str) -> Result<UnlockOutcome> {
        Ok(UnlockOutcome::NotLocked)
    }

    async fn list(_: &Cx<Self>, _: &Store) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn delete(_: &Cx<Self>, _: &Store, _: &str) -> Result<bool> {
        Ok(false)
    }
}
