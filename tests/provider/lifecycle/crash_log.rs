//! The crash log's record of abandoned code.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::prelude::*;

use crate::host::{error, object, short};

/// Whether blocking code may continue.
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

/// An object that is created late.
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
        match data.get(LateThing::HOW).as_str() {
            "waits" => std::future::pending::<()>().await,
            "makes and waits" => {
                data.set_id("made-early");
                std::future::pending::<()>().await;
            }
            _ => {}
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

/// Whether the code of [`Nameless`] may report that it was created.
static MAY_CREATE: AtomicBool = AtomicBool::new(false);

/// An object without an id.
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
        data.mark_created();
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

/// A planned create.
async fn create(instance: &Instance, type_name: &str, how: &str) -> ApplyRequest {
    let schema = &instance.schemas().resources[type_name];
    let config = object(schema, &format!(r#"{{"how":"{how}"}}"#));
    let request = PlanRequest {
        prior_identity: None,
        type_name: type_name.to_owned(),
        prior_state: Value::Null,
        config: config.clone(),
        prior_private: Vec::new(),
        planned_private: None,
    };
    let planned = instance.plan_resource_change(request).await;
    ApplyRequest {
        planned_identity: None,
        type_name: type_name.to_owned(),
        prior_state: Value::Null,
        planned_state: planned.planned_state,
        config,
        planned_private: Vec::new(),
        journal: None,
        progress: None,
    }
}

/// A create that is stopped, and abandoned.
async fn given_up(instance: &Instance, type_name: &str, how: &str) {
    let request = create(instance, type_name, how).await;
    let stopped = instance.clone();
    tokio::spawn(async move {
        while stopped.running().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        stopped.stop();
    });
    let response = instance.apply_resource_change(request).await;
    assert!(error(&response.diagnostics).contains("abandoned"));
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
async fn abandoned_objects_are_in_the_crash_log_until_their_code_ends() {
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

    // Blocking code continues after the answer and the end, and what it creates is in no state.
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

/// A create whose client disappears during it, after it has done this.
async fn cancelled(instance: &Instance, how: &str, mut done: impl FnMut() -> bool) {
    let request = create(instance, "late_thing", how).await;
    let cancelled = instance.clone();
    let call = tokio::spawn(async move { cancelled.apply_resource_change(request).await });
    soon("it does not begin", || {
        !instance.running().is_empty() && done()
    })
    .await;
    call.abort();
    assert!(call.await.is_err_and(|error| error.is_cancelled()));
}

#[tokio::test(flavor = "multi_thread")]
async fn objects_of_a_cancelled_call_are_reported_while_the_process_continues() {
    let logs = tempfile::tempdir().unwrap();
    let (instance, told) = configured(logs.path()).await;
    assert!(told.is_empty(), "{told}");
    let again = async || instance.configure_provider(Value::Object(vec![])).await;
    // One that created nothing leaves nothing, also in a process that is debugged for days.
    cancelled(&instance, "waits", || true).await;
    soon("it stays open", || {
        let state = text(logs.path());
        state.is_empty() || state.matches("begin").count() == state.matches("end").count()
    })
    .await;
    assert!(again().await.is_empty());

    let made = |times| text(logs.path()).matches("made-early").count() == times;
    cancelled(&instance, "makes and waits", || made(1)).await;
    soon("nothing is left", || {
        text(logs.path()).matches("of_a_call\":true").count() == 1 && made(1)
    })
    .await;
    cancelled(&instance, "makes and waits", || made(2)).await;
    soon("nothing is left", || {
        text(logs.path()).matches("of_a_call\":true").count() == 2 && made(2)
    })
    .await;
    let told = reported(&again).await;
    let expected = "create of late_thing, id made-early, begun";
    assert_eq!(told.matches(expected).count(), 2, "{told}");
    assert!(
        told.contains("late: a call of the provider ended"),
        "{told}"
    );
    // The reported objects are in one file, beside that of the process.
    assert_eq!(logs.path().read_dir().unwrap().count(), 2);
    let left = logs
        .path()
        .read_dir()
        .unwrap()
        .map(|file| file.unwrap().path());
    let left = left.filter(|file| told.contains(&*file.file_name().unwrap().to_string_lossy()));
    for file in left.collect::<Vec<_>>() {
        std::fs::remove_file(file).unwrap();
    }
    assert!(again().await.is_empty());
    // The next one has a file again.
    cancelled(&instance, "makes and waits", || made(1)).await;
    soon("nothing is left", || {
        text(logs.path()).contains("of_a_call\":true")
    })
    .await;
    instance.close(Duration::ZERO);
    assert_eq!(logs.path().read_dir().unwrap().count(), 1);
    let next = async || {
        let (next, told) = configured(logs.path()).await;
        next.close(Duration::ZERO);
        told
    };
    let told = reported(&next).await;
    assert_eq!(told.matches(expected).count(), 1, "{told}");
}

/// Asks until something is reported. A process that another test is just starting holds the locks
/// of this one until it runs its own program.
async fn reported(ask: &impl AsyncFn() -> Diagnostics) -> String {
    for _ in 0..500 {
        let told = ask().await;
        if !told.is_empty() {
            return told.to_string();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nothing is reported");
}

/// Waits for a process that reports this. A file is locked until its threads have ended.
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
async fn objects_without_an_id_are_reported_with_whether_they_were_created() {
    let logs = tempfile::tempdir().unwrap();
    let (instance, _) = configured(logs.path()).await;
    given_up(&instance, "late_nameless", "any").await;
    // A copy of the file is what a process that died now would leave.
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
