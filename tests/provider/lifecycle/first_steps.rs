//! What provider code may do with the thread that it starts on: everything that it may do on its
//! own. In a program that thread has just driven the connections.

use std::path::Path;

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    DynamicValue, apply_resource_change, plan_resource_change, stop_provider,
};
use schema_provider::schema_runtime::codec::msgpack;

use super::loom::{FREE, Loom};
use super::served::{self, Server, wait_until};

/// A configured provider, with a directory for signals.
struct Loomed {
    server: Server,
    instance: Instance,
    directory: tempfile::TempDir,
}

impl Loomed {
    async fn start() -> Self {
        let (server, instance) = served::configured::<Loom>("{}").await;
        let directory = tempfile::tempdir().unwrap();
        Loomed {
            server,
            instance,
            directory,
        }
    }

    fn signs(&self, name: &str) -> String {
        self.directory
            .path()
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn make(&self, name: &str, sign: &str) {
        std::fs::write(format!("{}.{sign}", self.signs(name)), "").unwrap();
    }

    async fn has(&self, name: &str, sign: &str) {
        let path = format!("{}.{sign}", self.signs(name));
        wait_until(async || Path::new(&path).exists()).await;
    }

    /// Creates an object whose create does this, with signals of this name.
    async fn create(
        &self,
        does: &str,
        name: &str,
        timeout: Option<&str>,
    ) -> apply_resource_change::Response {
        let schema = &self.instance.schemas().resources["loom_thread"];
        let object = |timeout: Option<&str>| {
            let text = serde_json::json!({
                "does": does, "signs": self.signs(name), "timeouts": { "create": timeout },
            });
            served::encoded(schema, &text.to_string())
        };
        let null = || Some(DynamicValue::from_msgpack(vec![0xc0]));
        let config = object(timeout);
        let request = plan_resource_change::Request {
            type_name: "loom_thread".to_owned(),
            prior_state: null(),
            proposed_new_state: config.clone(),
            config: config.clone(),
            ..Default::default()
        };
        let planned = self.server.plan_resource_change(request).await;
        assert_eq!(planned.diagnostics, []);
        let request = apply_resource_change::Request {
            type_name: "loom_thread".to_owned(),
            prior_state: null(),
            planned_state: planned.planned_state,
            config,
            planned_private: planned.planned_private,
            ..Default::default()
        };
        self.server.apply_resource_change(request).await
    }

    /// A field of the created object.
    fn field(&self, applied: &apply_resource_change::Response, name: &str) -> Value {
        let block = &self.instance.schemas().resources["loom_thread"].block;
        let state = applied.new_state.as_ref().unwrap();
        let state = msgpack::decode_block(block, &state.msgpack).unwrap();
        state.as_object().unwrap()[block.find(name).unwrap().0].clone()
    }

    async fn creates(&self, does: &str, name: &str) {
        let applied = self.create(does, name, None).await;
        assert_eq!(applied.diagnostics, [], "{does}");
        assert_eq!(self.field(&applied, "done"), Value::from("7"), "{does}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn provider_code_may_use_its_thread_freely() {
    let loom = Loomed::start().await;
    // Each also after every other on the same threads, and in parallel.
    for round in 0..2 {
        for does in FREE {
            loom.creates(does, &round.to_string()).await;
        }
    }
    let (loom, mut tasks) = (std::sync::Arc::new(loom), tokio::task::JoinSet::new());
    for does in FREE.iter().cycle().take(FREE.len() * 4) {
        let loom = loom.clone();
        tasks.spawn(async move { loom.creates(does, "beside").await });
    }
    while let Some(joined) = tasks.join_next().await {
        joined.unwrap();
    }
}

/// A call that blocked another one would never receive the signal to continue.
#[tokio::test(flavor = "multi_thread")]
async fn blocking_code_delays_no_other_call() {
    for does in ["block", "block later", "drop slowly", "drop slowly later"] {
        let loom = std::sync::Arc::new(Loomed::start().await);
        let mut blocked = tokio::task::JoinSet::new();
        for i in 0..24 {
            let loom = loom.clone();
            blocked.spawn(async move { loom.creates(does, &i.to_string()).await });
        }
        // One by one, since any one that blocks could delay later ones.
        let begun = if does.starts_with("block") {
            "begun"
        } else {
            "drops"
        };
        for i in 0..24 {
            loom.has(&i.to_string(), begun).await;
            loom.creates("nothing", "free").await;
            loom.creates("sleep", "free").await;
        }
        for i in 0..24 {
            loom.make(&i.to_string(), "go");
        }
        while let Some(joined) = blocked.join_next().await {
            joined.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_an_error_wherever_it_is() {
    let loom = Loomed::start().await;
    for does in ["panic", "panic later", "panic"] {
        let applied = loom.create(does, "a", None).await;
        let told = &applied.diagnostics[0];
        assert!(told.summary.contains("panicked in create"), "{told:?}");
        assert!(told.detail.contains("it tears"), "{told:?}");
        // The values set before are in the state.
        assert_eq!(loom.field(&applied, "id"), Value::from(does));
        loom.creates("nothing", "free").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_reaches_waiting_code_beside_blocking_code() {
    let loom = std::sync::Arc::new(Loomed::start().await);
    let apply = |does: &'static str, name: &'static str| {
        let loom = loom.clone();
        tokio::spawn(async move { loom.create(does, name, None).await })
    };
    // The one that is blocked in its first step comes before the one that waits.
    let blocks = apply("block", "a");
    loom.has("a", "begun").await;
    let waits = apply("wait for the end", "b");
    loom.has("b", "begun").await;
    let stop = loom.server.stop_provider(stop_provider::Request {});
    assert_eq!(stop.await.error, "");
    let told = waits.await.unwrap().diagnostics;
    assert!(
        told[0].detail.contains("create was interrupted"),
        "{told:?}"
    );
    loom.creates("nothing", "free").await;
    loom.make("a", "go");
    // In process it was abandoned before, as in a program after half a minute.
    blocks.await.unwrap();
}
