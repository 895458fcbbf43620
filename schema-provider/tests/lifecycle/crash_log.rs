//! What the crash log knows of code that was given up on.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::prelude::*;

use crate::host::{error, object, short};

/// Whether code that blocks may go on.
static RELEASED: AtomicBool = AtomicBool::new(false);

/// A provider whose code does not end in time.
#[derive(Schema)]
#[schema(provider = "late")]
struct Late {}

impl Provider for Late {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![LateThing]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<()> {
        Ok(())
    }
}

/// What is made late.
#[derive(Schema)]
#[schema(resource = "late_thing")]
struct LateThing {
    /// How it is late.
    #[field(required, force_new)]
    how: String,
}

impl Resource for LateThing {
    type Provider = Late;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        if data.get(LateThing::HOW) == "waits" {
            std::future::pending::<()>().await;
        }
        while !RELEASED.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        data.set_id("made-late");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

async fn configured(logs: &Path) -> (Instance, Diagnostics) {
    let environment = Environment::from_iter([(
        "SCHEMA_CRASH_LOG".to_owned(),
        logs.to_str().unwrap().to_owned(),
    )]);
    let instance = Instance::new::<Late>(environment).unwrap();
    let instance = instance.with_grace(short());
    let told = instance.configure_provider(Value::Object(vec![])).await;
    (instance, told)
}

/// A create that is stopped, and given up on.
async fn given_up(instance: &Instance, how: &str) {
    let schema = &instance.schemas().resources["late_thing"];
    let config = object(schema, &format!(r#"{{"how":"{how}"}}"#));
    let request = PlanRequest {
        type_name: "late_thing".to_owned(),
        prior_state: Value::Null,
        config: config.clone(),
        prior_private: Vec::new(),
    };
    let planned = instance.plan_resource_change(request).await;
    let request = ApplyRequest {
        type_name: "late_thing".to_owned(),
        prior_state: Value::Null,
        planned_state: planned.planned_state,
        config,
        planned_private: Vec::new(),
        journal: None,
        progress: None,
    };
    let stopped = instance.clone();
    tokio::spawn(async move {
        while stopped.running().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        stopped.stop();
    });
    let response = instance.apply_resource_change(request).await;
    assert!(error(&response.diagnostics).contains("given up on"));
    assert!(response.new_state.is_null());
}

fn text(logs: &Path) -> String {
    let files = logs.read_dir().unwrap();
    files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}

async fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..5000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_up_on_is_open_until_its_code_ends() {
    let logs = tempfile::tempdir().unwrap();
    let (instance, told) = configured(logs.path()).await;
    assert!(told.is_empty(), "{told}");
    // Code that waits is dropped, so that nothing is in flight at the end.
    given_up(&instance, "waits").await;
    instance.close(Duration::ZERO);
    soon("the file stays", || {
        logs.path().read_dir().unwrap().count() == 0
    })
    .await;

    // Code that blocks goes on after the answer and the end, and what it makes is in no state.
    let (instance, told) = configured(logs.path()).await;
    assert!(told.is_empty(), "{told}");
    given_up(&instance, "blocks").await;
    instance.close(Duration::ZERO);
    assert!(text(logs.path()).contains("\"begin\""));
    RELEASED.store(true, Ordering::SeqCst);
    soon("the id is not in the log", || {
        text(logs.path()).contains("made-late")
    })
    .await;
    drop(instance);
    // The file is locked until its thread is gone.
    for _ in 0..500 {
        let (next, told) = configured(logs.path()).await;
        next.close(Duration::ZERO);
        let told = told.to_string();
        if told.contains("create of late_thing, id made-late") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nobody is told");
}
