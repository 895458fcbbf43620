//! The local runner's language: any string is evaluated against a provider's schemas, or rejected
//! with the place.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use schema_local::{
    Body, Event, Events, Inputs, Message, Messages, PlanOptions, Run, State, StateManager, Stop,
    parse,
};
use schema_provider::lifecycle::{Instance, Schemas};
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
};
use schema_provider::{Cx, MovedState, OldState};
use schema_runtime::codec::msgpack;
use schema_runtime::data::DataCore;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::refs::{Ref, Text};
use schema_runtime::schema::{Block, Environment, Schema, SchemaKind};
use schema_runtime::value::Value;
use tokio::sync::watch;

use super::input::block;
use crate::file_store;

/// After this many instances a plan is interrupted: a few are as good as many.
const MOST_INSTANCES: usize = 50;

/// Schemas of a provider `x` with the resource `x_y` and the data source `x_y`.
pub(super) fn schemas() -> &'static Schemas {
    static SCHEMAS: OnceLock<Schemas> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let schema = |kind, name: &'static str, block: &Block| {
            Ref::from(Arc::new(Schema {
                kind,
                type_name: Text::text(name),
                version: 1,
                block: Arc::new(block.clone()).into(),
                timeouts: Ref::empty(),
                subcategory: Ref::text(""),
            }))
        };
        let named = |kind| BTreeMap::from([("x_y".to_owned(), schema(kind, "x_y", block()))]);
        let settings =
            serde_json::json!({"attributes": {"a": {"type": "string", "optional": true}}});
        let settings = schema_runtime::dynamic::read_block(&settings).expect("a block");
        Schemas {
            provider: schema(SchemaKind::Provider, "x", &settings),
            resources: named(SchemaKind::Resource),
            data_sources: named(SchemaKind::DataSource),
            ephemeral_resources: BTreeMap::new(),
            list_resources: BTreeMap::new(),
            actions: BTreeMap::new(),
            state_stores: BTreeMap::new(),
            functions: BTreeMap::new(),
            identities: BTreeMap::new(),
            provider_meta: None,
        }
    })
}

/// A provider whose objects become whatever is planned, and which looks at their configuration.
struct Looking(Arc<Seen>);

/// What the provider was given.
struct Seen {
    instances: AtomicUsize,
    /// Interrupts the command.
    stop: watch::Sender<u32>,
    /// A configuration that cannot be encoded, and why.
    wrong: Mutex<Option<String>>,
}

impl Seen {
    fn look(&self, config: &Value) -> Diagnostics {
        if self.instances.fetch_add(1, Ordering::Relaxed) >= MOST_INSTANCES {
            self.stop.send_replace(1);
        }
        if let Err(error) = msgpack::encode_block(block(), config) {
            let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
            *wrong = Some(format!("{error} in {config:?}"));
        }
        Diagnostics::new()
    }
}

impl UntypedProvider for Looking {
    fn schema(&self) -> Ref<Schema> {
        schemas().provider.clone()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient, Diagnostics>> {
        Box::pin(async { Ok(Arc::new(()) as AnyClient) })
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        let seen = Arc::clone(&self.0);
        vec![Ref::from(seen as Arc<dyn UntypedResource>)]
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        let seen = Arc::clone(&self.0);
        vec![Ref::from(seen as Arc<dyn UntypedDataSource>)]
    }
}

fn done(data: DataCore) -> BoxFuture<Ended<DataCore>> {
    Box::pin(std::future::ready((data, Ok(()))))
}

impl UntypedResource for Seen {
    fn schema(&self) -> Ref<Schema> {
        schemas().resources["x_y"].clone()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        self.look(config)
    }

    fn can_update(&self) -> bool {
        true
    }

    fn create(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn read(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn update(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn delete(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn upgrade(&self, _: Cx, _: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }

    fn move_from(&self, _: Cx, _: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        done(data)
    }
}

impl UntypedDataSource for Seen {
    fn schema(&self) -> Ref<Schema> {
        schemas().data_sources["x_y"].clone()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        self.look(config)
    }

    fn read(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        file_store::look_up(&mut data);
        done(data)
    }
}

struct Unheard;

impl Events for Unheard {
    fn event(&self, _: Event<'_>) {}
}

fn runtime() -> &'static tokio::runtime::Runtime {
    static RUNTIME: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_time().build().expect("a runtime")
    })
}

/// A configuration's text.
pub fn hcl(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let lines = text.split('\n').count();
    let body = match parse("main.tf", text.to_owned()) {
        Ok(body) => body,
        Err(messages) => return check(&messages, lines),
    };
    let (stop, requests) = watch::channel(0);
    let seen = Arc::new(Seen {
        instances: AtomicUsize::new(0),
        stop,
        wrong: Mutex::default(),
    });
    let provider: Arc<dyn UntypedProvider> = Arc::new(Looking(Arc::clone(&seen)));
    let instance = Instance::untyped(provider.into(), Environment::default())
        .expect("each type has its own name");
    let stop = Stop::new(requests);
    for messages in runtime().block_on(reports(instance, body, stop)) {
        check(&messages, lines);
    }
    let wrong = seen.wrong.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(wrong) = &*wrong {
        panic!("{wrong}");
    }
}

/// What is reported when a configuration is validated, with unknown values, and when it is planned,
/// with those that are known and all instances.
async fn reports(instance: Instance, body: Body, stop: Stop) -> Vec<Messages> {
    let events: Arc<dyn Events> = Arc::new(Unheard);
    let mut reports = Vec::new();
    let (bodies, hearing) = (vec![body.clone()], Arc::clone(&events));
    match Run::to_validate(instance.clone(), bodies, hearing, stop.clone()).await {
        Ok((run, messages)) => reports.extend([messages, run.validate().await]),
        Err(messages) => reports.push(messages),
    }
    let state = StateManager::in_memory(State::empty());
    let inputs = Inputs::default();
    let opened = Run::new(instance, vec![body], (&inputs, None), state, events, stop);
    let (run, messages) = match opened.await {
        Ok(opened) => opened,
        Err(messages) => {
            reports.push(messages);
            return reports;
        }
    };
    let usable = !messages.has_errors();
    reports.push(messages);
    if usable {
        let options = PlanOptions {
            refresh: true,
            destroy: false,
        };
        match run.plan(options).await {
            Ok((plan, messages)) => {
                for change in &plan.changes {
                    if let Err(error) = msgpack::encode_block(block(), &change.planned) {
                        panic!("{error} in {:?}", change.planned);
                    }
                }
                reports.push(messages);
            }
            Err(messages) => reports.push(messages),
        }
    }
    reports
}

/// Checks messages about a configuration of this many lines.
fn check(messages: &Messages, lines: usize) {
    assert_eq!(
        messages.has_errors(),
        messages.iter().any(Message::is_error)
    );
    for message in messages.iter() {
        let said = &message.diagnostic;
        // What follows the first line may be text of the configuration.
        let rendered = message.rendered();
        let head = rendered.lines().nth(1).unwrap_or_default();
        assert_eq!(message.is_error(), head.starts_with("│ Error: "), "{head}");
        assert!(!said.summary.is_empty());
        assert!(
            !said.summary.contains(": the provider panicked in "),
            "{message}"
        );
        if let Some(at) = &message.location {
            let (line, column) = (at.line(), at.column());
            assert!(
                (1..=lines).contains(&line) && column >= 1,
                "{message} at {line}:{column}"
            );
        }
        // Only messages about no part of the text have no position.
        let placeless = ["Cycle", "Interrupted"];
        let placeless = placeless
            .iter()
            .any(|start| said.summary.starts_with(start));
        assert!(
            placeless || message.location.is_some(),
            "{message} has no place"
        );
    }
}
