//! Provider code that blocks its thread delays only its own call.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use schema_provider::Value;
use schema_provider::lifecycle::{Instance, RawState};
use schema_provider::prelude::*;

use crate::host::{Host, error, short};
use crate::ticks::{TICKS, Ticks};

async fn beside<T>(call: impl Future<Output = T>) -> T {
    TICKS.beside(call).await
}

#[tokio::test]
async fn ten_blocking_creates_run_at_the_same_time() {
    let host = Arc::new(Host::new("block-ten").await);
    let mut calls = tokio::task::JoinSet::new();
    for i in 0..10 {
        let host = Arc::clone(&host);
        let kind = if i < 9 { "block" } else { "busy" };
        let config = format!(r#"{{"name":"n{i}","flaw":"create.after={kind}"}}"#);
        calls.spawn(async move { host.created(&config).await });
    }
    // Nobody is released before all have begun, and this thread is free to see that.
    host.remote.reached(10).await;
    assert!(calls.try_join_next().is_none());
    host.remote.release();
    while let Some(joined) = calls.join_next().await {
        joined.unwrap();
    }
}

#[tokio::test]
async fn a_timeout_is_reported_although_the_thread_never_returns() {
    let host = Host::impatient("block-timeout").await;
    for kind in ["block", "busy"] {
        let config =
            format!(r#"{{"name":"a","flaw":"create.after={kind}","timeouts":{{"create":"2s"}}}}"#);
        let response = host.change(&Value::Null, &config).await;
        let text = error(&response.diagnostics);
        assert!(text.contains("create took longer than 2s"), "{text}");
        assert!(text.contains("abandoned"), "{text}");
        assert!(
            text.contains("blocks its thread, so it could not be stopped"),
            "{text}"
        );
        // From the journal: what was set before.
        let uuid = host.field(&response.new_state, "uuid");
        assert_eq!(uuid, Value::from("uuid-a"));
    }
    host.remote.release();
    // Code that waits, however, was stopped.
    let config = r#"{"name":"a","flaw":"create.after=hang","timeouts":{"create":"2s"}}"#;
    let response = host.change(&Value::Null, config).await;
    let text = error(&response.diagnostics);
    assert!(
        text.contains("abandoned") && !text.contains("blocks"),
        "{text}"
    );
}

#[tokio::test]
async fn a_stop_reaches_code_that_can_still_be_reached() {
    let host = Arc::new(Host::impatient("block-stop").await);
    let apply = |name: &str, kind: &str| {
        let host = Arc::clone(&host);
        let config = format!(r#"{{"name":"{name}","flaw":"create.after={kind}"}}"#);
        tokio::spawn(async move { host.change(&Value::Null, &config).await })
    };
    let (blocks, waits) = (apply("a", "block"), apply("b", "wait"));
    host.remote.reached(2).await;
    host.instance.stop();
    for apply in [blocks, waits] {
        let response = apply.await.unwrap();
        assert!(error(&response.diagnostics).contains("create was interrupted"));
    }
    host.remote.release();
}

#[tokio::test]
async fn every_other_function_may_block_as_well() {
    let host = Host::new("block-all").await;
    let settings = |flaw: &str| {
        let text = format!(r#"{{"remote":"block-all","flaw":"{flaw}"}}"#);
        crate::host::object(&host.instance.schemas().provider, &text)
    };

    // The provider's own checks, and configure.
    let config = settings("validate=nap");
    let found = beside(host.instance.validate_provider_config(&config)).await;
    assert!(found.is_empty(), "{found}");
    let other = Host::unconfigured("block-all", Environment::default());
    let config = settings("configure=nap");
    let found = beside(other.instance.configure_provider(config)).await;
    assert!(found.is_empty(), "{found}");

    // A validator of a field; a default function, which checks and plans call.
    let config = host.thing(r#"{"name":"a","tag":"nap"}"#);
    let checked = host.instance.validate_resource_config("mem_thing", &config);
    assert!(beside(checked).await.is_empty());
    let environment = Environment::from_iter([("NAP", "1")]);
    let defaults = Host::unconfigured("block-all", environment);
    let config = host.thing(r#"{"name":"a"}"#);
    let checked = defaults
        .instance
        .validate_resource_config("mem_thing", &config);
    assert!(beside(checked).await.is_empty());
    let plan = beside(defaults.plan(&Value::Null, &config)).await;
    assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);

    // The plan hook, read, a data source, an import, an upgrade.
    let config = host.thing(r#"{"name":"a","flaw":"plan=nap"}"#);
    beside(host.plan(&Value::Null, &config)).await;
    let state = host.created(r#"{"name":"a","flaw":"read=nap"}"#).await;
    beside(host.read(&state)).await;
    let source = &host.instance.schemas().data_sources["mem_thing"];
    let config = crate::host::object(source, r#"{"name":"a","flaw":"read=nap"}"#);
    beside(host.instance.read_data_source("mem_thing", config)).await;
    // It does not matter that these two find nothing.
    let _ = beside(host.instance.import_resource_state("mem_thing", "nap")).await;
    let old = RawState::Json(br#"{"id":"id-a","name":"nap","size_kb":8}"#.to_vec());
    let _ = beside(host.instance.upgrade_resource_state("mem_thing", 1, old)).await;
}

/// Defaults and a validator that block whenever they are called, also for the schemas.
mod slow_schemas {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "slow")]
    pub(super) struct Slow {
        #[field(optional, default_fn = slow, validate = not_empty)]
        region: String,
    }

    impl Provider for Slow {
        type Client = ();

        async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
            Ok(())
        }
    }

    pub(super) static TICKS: Ticks = Ticks::new();

    fn slow(_: &Environment) -> Result<String> {
        TICKS.nap();
        Ok("here".to_owned())
    }
}

#[tokio::test]
async fn default_functions_may_block_when_the_schemas_are_asked_for() {
    let instance = Instance::new::<slow_schemas::Slow>(Environment::default()).unwrap();
    let ticks = &slow_schemas::TICKS;
    let wrong = ticks.beside(instance.wrong_defaults()).await;
    assert!(wrong.is_empty(), "{wrong}");
    let region = &instance.schemas().provider.block.fields[0];
    let default = ticks.beside(instance.default_setting(region)).await;
    assert_eq!(default, Value::from("here"));
}

/// Whether the client's task is running, and whether the client exists.
static TICKS_OF_CLIENT: AtomicUsize = AtomicUsize::new(0);
static ALIVE: AtomicBool = AtomicBool::new(false);

/// A provider whose client has a task of its own.
#[derive(Schema)]
#[schema(provider = "heart")]
struct Background {}

struct Client;

impl Drop for Client {
    fn drop(&mut self) {
        // Like a client that closes its connection with a blocking library.
        std::thread::sleep(Duration::from_millis(50));
        ALIVE.store(false, Ordering::SeqCst);
    }
}

impl Provider for Background {
    type Client = Client;

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Client> {
        ALIVE.store(true, Ordering::SeqCst);
        tokio::spawn(async {
            loop {
                tokio::time::sleep(Duration::from_millis(1)).await;
                TICKS_OF_CLIENT.fetch_add(1, Ordering::SeqCst);
            }
        });
        Ok(Client)
    }
}

async fn beats() -> bool {
    let before = TICKS_OF_CLIENT.load(Ordering::SeqCst);
    for _ in 0..500 {
        tokio::time::sleep(Duration::from_millis(2)).await;
        if TICKS_OF_CLIENT.load(Ordering::SeqCst) > before {
            return true;
        }
    }
    false
}

#[tokio::test]
async fn tasks_spawned_by_configure_live_as_long_as_the_client() {
    let instance = Instance::new::<Background>(Environment::default()).unwrap();
    let instance = instance.with_grace(short());
    let found = instance.configure_provider(Value::Object(vec![])).await;
    assert!(found.is_empty(), "{found}");
    assert!(beats().await);
    // The client's destructor blocks, and is waited for only that long.
    let start = Instant::now();
    instance.close(Duration::from_secs(60));
    assert!(!ALIVE.load(Ordering::SeqCst));
    assert!(start.elapsed() < Duration::from_secs(30));
    drop(instance);
    for _ in 0..500 {
        if !beats().await {
            return;
        }
    }
    panic!("nobody has the client any more, and its task goes on");
}

/// How many clients were dropped.
static GOODBYES: AtomicUsize = AtomicUsize::new(0);

/// A provider whose clients count when they are dropped.
#[derive(Schema)]
#[schema(provider = "goodbye")]
struct Goodbye {}

struct Guest;

impl Drop for Guest {
    fn drop(&mut self) {
        std::thread::sleep(Duration::from_millis(100));
        GOODBYES.fetch_add(1, Ordering::SeqCst);
    }
}

impl Provider for Goodbye {
    type Client = Guest;

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Guest> {
        Ok(Guest)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clients_of_all_configurations_are_waited_for() {
    let first = Instance::new::<Goodbye>(Environment::default()).unwrap();
    let alias = first.another_configuration();
    let connection = first.another_configuration();
    let unconfigured = first.another_configuration();
    for instance in [&first, &alias, &connection] {
        let found = instance.configure_provider(Value::Object(vec![])).await;
        assert!(found.is_empty(), "{found}");
    }
    // A connection that is closed just before the end.
    drop(connection);
    let start = Instant::now();
    first.close(Duration::from_secs(60));
    assert_eq!(GOODBYES.load(Ordering::SeqCst), 3);
    assert!(start.elapsed() < Duration::from_secs(30));
    drop((alias, unconfigured));
    assert_eq!(GOODBYES.load(Ordering::SeqCst), 3);
}

/// Tracks how long values are in memory.
struct Counted;

#[tokio::test(flavor = "multi_thread")]
async fn memory_of_a_call_counts_until_its_code_has_ended() {
    for (kind, cancel) in [
        ("block", true),
        ("block", false),
        ("hang", true),
        ("hang", false),
    ] {
        let mut host = Host::impatient(&format!("guard-{kind}-{cancel}")).await;
        let free = host.instance.clone();
        let counted = Arc::new(Counted);
        let time = if cancel { "1h" } else { "300ms" };
        let config = format!(
            r#"{{"name":"a","flaw":"create.after={kind}","timeouts":{{"create":"{time}"}}}}"#
        );
        let config = host.thing(&config);
        let planned = host.plan(&Value::Null, &config).await.planned_state;
        host.instance = free.holding(counted.clone());
        if cancel {
            tokio::select! {
                _ = host.apply(&Value::Null, &planned, &config) => panic!("it does not end"),
                () = host.remote.reached(1) => {}
            }
        } else {
            let response = host.apply(&Value::Null, &planned, &config).await;
            assert!(response.diagnostics.has_errors());
        }
        host.instance = free.clone();
        if kind == "block" {
            // Its code is still running.
            host.remote.reached(1).await;
            assert_eq!(Arc::strong_count(&counted), 2, "{kind} {cancel}");
            host.remote.release();
        }
        let start = Instant::now();
        while Arc::strong_count(&counted) > 1 {
            assert!(start.elapsed() < Duration::from_secs(30), "{kind} {cancel}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// A provider whose client's destructor never ends.
#[derive(Schema)]
#[schema(provider = "endless")]
struct Endless {}

struct Talker;

/// Whether the destructor has ended.
static TALKED: AtomicBool = AtomicBool::new(false);

/// The thread of the destructor.
static TALKS: std::sync::Mutex<Option<std::thread::ThreadId>> = std::sync::Mutex::new(None);

impl Drop for Talker {
    fn drop(&mut self) {
        *TALKS.lock().unwrap() = Some(std::thread::current().id());
        std::thread::sleep(Duration::from_secs(60));
        TALKED.store(true, Ordering::SeqCst);
    }
}

impl Provider for Endless {
    type Client = Talker;

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Talker> {
        Ok(Talker)
    }
}

#[tokio::test]
async fn a_blocking_destructor_of_the_client_is_waited_for_only_briefly() {
    let instance = Instance::new::<Endless>(Environment::default()).unwrap();
    let configure = async || {
        let found = instance.configure_provider(Value::Object(vec![])).await;
        assert!(found.is_empty(), "{found}");
    };
    configure().await;
    // Another client replaces it: nobody waits for the former one, and this thread is not its.
    configure().await;
    while TALKS.lock().unwrap().is_none() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_ne!(*TALKS.lock().unwrap(), Some(std::thread::current().id()));
    let start = Instant::now();
    instance.close(Duration::from_millis(500));
    let time = start.elapsed();
    assert!(time >= Duration::from_millis(500), "{time:?}");
    assert!(!TALKED.load(Ordering::SeqCst));
}
