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
        resources![LateThing, Nameless]
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

/// Whether the code of [`Nameless`] may say that it was created.
static MAY_CREATE: AtomicBool = AtomicBool::new(false);

/// What has no id.
#[derive(Schema)]
#[schema(resource = "late_nameless", id = none)]
struct Nameless {
    /// Anything.
    #[field(required, force_new)]
    how: String,
}

impl Resource for Nameless {
    type Provider = Late;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        while !MAY_CREATE.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        data.created();
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
async fn given_up(instance: &Instance, type_name: &str, how: &str) {
    let schema = &instance.schemas().resources[type_name];
    let config = object(schema, &format!(r#"{{"how":"{how}"}}"#));
    let request = PlanRequest {
        type_name: type_name.to_owned(),
        prior_state: Value::Null,
        config: config.clone(),
        prior_private: Vec::new(),
    };
    let planned = instance.plan_resource_change(request).await;
    let request = ApplyRequest {
        type_name: type_name.to_owned(),
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
    given_up(&instance, "late_thing", "waits").await;
    instance.close(Duration::ZERO);
    soon("the file stays", || {
        logs.path().read_dir().unwrap().count() == 0
    })
    .await;

    // Code that blocks goes on after the answer and the end, and what it makes is in no state.
    let (instance, told) = configured(logs.path()).await;
    assert!(told.is_empty(), "{told}");
    given_up(&instance, "late_thing", "blocks").await;
    instance.close(Duration::ZERO);
    assert!(text(logs.path()).contains("\"begin\""));
    RELEASED.store(true, Ordering::SeqCst);
    soon("the id is not in the log", || {
        text(logs.path()).contains("made-late")
    })
    .await;
    drop(instance);
    told_next(logs.path(), "create of late_thing, id made-late, begun").await;
}

/// Waits for a process that is told this. A file is locked until its threads are gone.
async fn told_next(logs: &Path, expected: &str) {
    for _ in 0..500 {
        let (next, told) = configured(logs).await;
        next.close(Duration::ZERO);
        let told = told.to_string();
        if told.contains(expected) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nobody is told {expected}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_id_is_told_as_such_and_whether_it_was_created() {
    let logs = tempfile::tempdir().unwrap();
    let (instance, _) = configured(logs.path()).await;
    given_up(&instance, "late_nameless", "any").await;
    // A copy of the file is what a process leaves that dies now.
    let crashed = tempfile::tempdir().unwrap();
    std::fs::write(crashed.path().join("late-1-0.crash"), text(logs.path())).unwrap();
    told_next(
        crashed.path(),
        "create of late_nameless, which has no id, begun",
    )
    .await;
    MAY_CREATE.store(true, Ordering::SeqCst);
    drop(instance);
    let created = "create of late_nameless, which has no id, created, begun";
    told_next(logs.path(), created).await;
}
