//! A provider in memory, whose every function can misbehave: `tests/providers/README.md` explains
//! the flaws.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::{Path, wait};

use crate::remote::Remote;

/// Whether a `wait-cancelled` was cancelled.
pub static CANCELLED: AtomicBool = AtomicBool::new(false);

#[derive(Schema)]
#[schema(provider = "mem")]
pub struct Mem {
    #[field(required)]
    remote: String,
    #[field(optional)]
    flaw: Option<String>,
    #[field(optional, default_env("MEM_REGION", fallback = "north"))]
    region: String,
}

impl Provider for Mem {
    type Client = Arc<Remote>;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Thing, Fixed]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Lookup]
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        match config.get_ok(Mem::FLAW).as_deref() {
            Some("validate=panic") => panic!("a settings panic"),
            Some("validate=nap") => nap(),
            _ => {}
        }
        Diagnostics::new()
    }

    async fn configure(cx: &Cx, config: ConfigData<'_, Self>) -> Result<Arc<Remote>> {
        flaw(cx, None, config.get_ok(Mem::FLAW), "configure").await?;
        let remote = Remote::of(&config.require(Mem::REMOTE)?);
        let region = config.get_ok(Mem::REGION).unwrap_or_default();
        remote.called("configure", &region);
        Ok(remote)
    }
}

#[derive(Schema)]
pub struct Disk {
    #[field(required)]
    size: i64,
}

/// A thing.
#[derive(Schema)]
#[schema(
    resource = "mem_thing",
    version = 2,
    timeouts(create = "10m", delete = "5m", default = "30m")
)]
pub struct Thing {
    #[field(required, force_new)]
    name: String,
    #[field(optional, default = 8)]
    size: i64,
    #[field(optional)]
    flaw: Option<String>,
    #[field(optional, diff_suppress = same_case)]
    note: Option<String>,
    #[field(optional, validate = custom = no_panic)]
    tag: Option<String>,
    #[field(optional, default_fn = pin)]
    pin: Option<String>,
    #[field(optional, computed)]
    zone: Option<String>,
    #[field(computed)]
    uuid: String,
    #[field(computed(when_changed(size)))]
    sum: Option<i64>,
    #[field(optional, write_only)]
    secret: Option<String>,
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(block(list))]
    disk: Vec<Disk>,
}

#[allow(clippy::ptr_arg)] // The type of the field.
fn same_case(_: &Suppress<'_, Thing>, old: &String, new: &String) -> bool {
    assert!(!new.contains("panic"), "a suppress panic");
    old.eq_ignore_ascii_case(new)
}

fn no_panic(path: &Path, tag: &String) -> Diagnostics {
    assert!(tag != "panic", "a validator panic");
    if tag == "nap" {
        nap();
    }
    let mut diagnostics = Diagnostics::new();
    if tag == "bad" {
        diagnostics.error_at(path.clone(), "bad tag", "");
    }
    diagnostics
}

fn pin(environment: &Environment) -> Result<Option<String>> {
    assert!(environment.get("PANIC").is_none(), "a default panic");
    if environment.get("NAP").is_some() {
        nap();
    }
    Ok(None)
}

/// Blocks its thread for a while.
fn nap() {
    crate::ticks::TICKS.nap();
}

/// Misbehaves, if the flaw is for this step.
async fn flaw<R>(
    cx: &Cx<R>,
    remote: Option<&Arc<Remote>>,
    flaw: Option<String>,
    step: &str,
) -> Result {
    let Some(kind) = flaw
        .as_deref()
        .and_then(|flaw| flaw.strip_prefix(step))
        .and_then(|rest| rest.strip_prefix('='))
    else {
        return Ok(());
    };
    if let Some(remote) = remote {
        remote.reach();
    }
    match kind {
        "error" => Err(Diagnostic::error(format!("{step} went wrong")).into()),
        "panic" => panic!("a panic in {step}"),
        "late-panic" => {
            tokio::time::sleep(Duration::from_millis(5)).await;
            panic!("a panic in {step}")
        }
        "blocking-panic" => {
            let step = step.to_owned();
            cx.blocking(move || panic!("a blocking panic in {step}"))
                .await
        }
        "silent" => Err(Diagnostics::new()),
        "hang" => std::future::pending().await,
        "block" => {
            // Not allowed in an async function.
            let pause = || std::thread::sleep(Duration::from_millis(2));
            Ok(remote.expect("a client").block(pause)?)
        }
        "nap" => {
            nap();
            Ok(())
        }
        "busy" => Ok(remote.expect("a client").block(std::hint::spin_loop)?),
        "wait" => Ok(cx.race(std::future::pending::<()>()).await?),
        "wait-own" => {
            cx.cancelled().await;
            Err(Diagnostic::error("gave up").into())
        }
        "wait-cancelled" => {
            cx.cancelled().await;
            CANCELLED.store(true, Ordering::SeqCst);
            Ok(())
        }
        "finish" => {
            cx.cancelled().await;
            Ok(())
        }
        "warn" => {
            cx.warn(Diagnostic::warning("careful"));
            Ok(())
        }
        "yield" => {
            tokio::task::yield_now().await;
            Ok(())
        }
        other => panic!("no such flaw: {other}"),
    }
}

impl Thing {
    fn sum_of(size: i64) -> i64 {
        size * 1000
    }
}

impl Resource for Thing {
    type Provider = Mem;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (name, size) = (data.get(Thing::NAME), data.get(Thing::SIZE));
        let kind = data.get(Thing::FLAW);
        let remote = cx.client()?;
        remote.called("create", &name);
        flaw(cx, Some(remote), kind.clone(), "create.before").await?;
        if let Some(answer) = kind
            .as_deref()
            .and_then(|kind| kind.strip_prefix("create.post="))
        {
            let id = wait::retry(cx, || remote.post(&name, size, answer)).await?;
            data.set_id(id);
            return Self::read(cx, data).await;
        }
        if kind.as_deref() == Some("create.noid") {
            return Ok(());
        }
        data.set_id(format!("id-{name}"));
        remote.change(|things| {
            things.insert(format!("id-{name}"), size);
        });
        data.set(Thing::UUID, format!("uuid-{name}"));
        data.set_private("made", "by create");
        if kind.as_deref() == Some("create.partial") {
            data.begin_partial();
            data.set_partial(Thing::NAME);
        }
        flaw(cx, Some(remote), kind.clone(), "create.after").await?;
        data.set(Thing::SUM, Thing::sum_of(size));
        if let Some(secret) = data.get(Thing::SECRET) {
            remote.called("secret", &secret);
        }
        match kind.as_deref() {
            Some("create.wrong-size") => data.set(Thing::SIZE, size + 1),
            Some("create.loud") => {
                data.set(Thing::NOTE, data.get(Thing::NOTE).map(|n| n.to_uppercase()))
            }
            Some("create.panic-note") => data.set(Thing::NOTE, "panic"),
            Some("create.other-note") => data.set(Thing::NOTE, "quite another"),
            Some("create.tag") => data.set(Thing::TAG, "made up"),
            Some("create.private") => data.set_private(".ours", "x"),
            Some("create.gone") => data.mark_gone(),
            _ => {}
        }
        if data.get(Thing::ZONE).is_none() {
            data.set(Thing::ZONE, "a");
        }
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        remote.called("read", data.require_id()?);
        let kind = data.get(Thing::FLAW);
        data.set(Thing::SIZE, 77);
        flaw(cx, Some(remote), kind, "read").await?;
        let size = remote
            .things
            .lock()
            .unwrap()
            .get(data.require_id()?)
            .copied();
        match size {
            Some(size) => {
                data.set(Thing::SIZE, size);
                data.set(Thing::SUM, Thing::sum_of(size));
            }
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let timeout = cx.timeout().as_secs();
        remote.called(
            "delete",
            &format!("{} within {timeout}", data.get(Thing::NAME)),
        );
        flaw(cx, Some(remote), data.get(Thing::FLAW), "delete").await?;
        remote.change(|things| {
            things.remove(data.id().unwrap_or_default());
        });
        Ok(())
    }

    async fn exists(cx: &Cx<Self>, data: &ResourceData<Self>) -> Result<bool> {
        flaw(cx, None, data.get(Thing::FLAW), "exists").await?;
        Ok(data.get(Thing::FLAW).as_deref() != Some("exists.no"))
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let kind = plan.value(Thing::FLAW).known();
        flaw(cx, None, kind.clone(), "plan").await?;
        match kind.as_deref() {
            Some("plan.client") => {
                cx.client()?;
            }
            Some("plan.new") => plan.set_new(Thing::ZONE, "planned"),
            Some("plan.replace") => plan.require_replace(Thing::SIZE),
            Some("plan.refuse") => plan.error_at(Thing::SIZE, "not this size", "never"),
            _ => {}
        }
        Ok(())
    }

    async fn import(cx: &Cx<Self>, id: &str, data: &mut ResourceData<Self>) -> Result {
        match id {
            "panic" => panic!("an import panic"),
            "nothing" => {}
            "nap" => nap(),
            "hang" => cx.race(std::future::pending::<()>()).await?,
            id => {
                data.set_id(format!("id-{id}"));
                data.set(Thing::NAME, id);
                data.set_private("imported", "yes");
            }
        }
        Ok(())
    }

    async fn upgrade(cx: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.called("upgrade", &old.version().to_string());
        let before: ThingV1 = old.read()?;
        assert!(before.name != "panic", "an upgrade panic");
        if before.name == "nap" {
            nap();
        }
        data.set(Thing::SIZE, before.size_kb / 1024);
        Ok(())
    }

    async fn move_from(_: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        if from.type_name() != "old_thing" {
            return Err(Diagnostic::error("only an old_thing moves here").into());
        }
        let before: ThingV1 = from.state().read()?;
        data.set_id(format!("id-{}", before.name));
        data.set(Thing::NAME, before.name);
        Ok(())
    }

    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        if config.get_ok(Thing::FLAW).as_deref() == Some("validate=panic") {
            panic!("a validate panic");
        }
        Diagnostics::new()
    }
}

impl Update for Thing {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let (name, size) = (data.get(Thing::NAME), data.get(Thing::SIZE));
        remote.called("update", &name);
        let kind = data.get(Thing::FLAW);
        if kind
            .as_deref()
            .is_some_and(|kind| kind.starts_with("update.partial"))
        {
            data.begin_partial();
            data.set(Thing::SUM, Thing::sum_of(size));
            data.set_partial(Thing::SIZE);
            data.set_partial(Thing::SUM);
        }
        data.set_private("changed", "by update");
        data.set(Thing::UUID, "changed-in-update");
        flaw(cx, Some(remote), kind.clone(), "update").await?;
        flaw(cx, Some(remote), kind.clone(), "update.partial").await?;
        data.set(Thing::UUID, format!("uuid-{name}"));
        data.set(Thing::SUM, Thing::sum_of(size));
        remote.change(|things| {
            things.insert(data.id().unwrap_or_default().to_owned(), size);
        });
        match kind.as_deref() {
            Some("update.uuid") => data.set(Thing::UUID, "another"),
            Some("update.gone") => data.mark_gone(),
            Some("update.id") => data.set_id("id-other"),
            Some("update.blocks") => {
                data.set(Thing::DISK, vec![Disk { size: 1 }, Disk { size: 2 }])
            }
            _ => {}
        }
        Ok(())
    }
}

/// An older version of a thing.
#[derive(Schema)]
#[schema(resource = "mem_thing", version = 1)]
pub struct ThingV1 {
    #[field(required)]
    name: String,
    #[field(required)]
    size_kb: i64,
}

/// Cannot be changed.
#[derive(Schema)]
#[schema(resource = "mem_fixed")]
pub struct Fixed {
    #[field(required, force_new)]
    name: String,
    #[field(computed)]
    stamp: String,
}

impl Resource for Fixed {
    type Provider = Mem;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.called("create", &data.get(Fixed::NAME));
        data.set_id("fixed");
        data.set(Fixed::STAMP, "1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if plan.value(Fixed::NAME) == Val::Known("restamp".to_owned()) {
            plan.set_new(Fixed::STAMP, "2");
        }
        Ok(())
    }
}

/// Looks a thing up.
#[derive(Schema)]
#[schema(data_source = "mem_thing", timeouts(read = "1m"))]
pub struct Lookup {
    #[field(required)]
    name: String,
    #[field(optional, default = "plain")]
    style: String,
    #[field(optional)]
    flaw: Option<String>,
    #[field(computed)]
    size: Option<i64>,
}

impl DataSource for Lookup {
    type Provider = Mem;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let name = data.get(Lookup::NAME);
        remote.called("look up", &format!("{name} {}", data.get(Lookup::STYLE)));
        flaw(cx, None, data.get(Lookup::FLAW), "read").await?;
        let id = format!("id-{name}");
        let size = remote.things.lock().unwrap().get(&id).copied();
        let Some(size) = size else {
            return Err(Diagnostic::error(format!("there is no thing {name}")).into());
        };
        data.set_id(id);
        data.set(Lookup::SIZE, size);
        Ok(())
    }
}
