//! A provider in memory, whose remote system a test can read, change and break.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use schema_provider::prelude::*;

/// What exists, which calls were made, and what fails.
#[derive(Default)]
pub struct Remote {
    pub boxes: Mutex<BTreeMap<String, MemBox>>,
    pub calls: Mutex<Vec<String>>,
    /// Steps that fail, and how (`tests/providers/README.md`).
    pub flaws: Mutex<BTreeMap<String, String>>,
    next: Mutex<u32>,
    /// What happens to the machine while a call runs.
    pub meanwhile: Mutex<Option<Meanwhile>>,
}

/// Receives the call: `create a`.
pub type Meanwhile = Box<dyn Fn(&str) + Send>;

#[derive(Clone, Debug, PartialEq)]
pub struct MemBox {
    pub name: String,
    pub size: i64,
    pub note: Option<String>,
    pub lids: usize,
}

impl Remote {
    pub fn of(name: &str) -> Arc<Remote> {
        static REMOTES: LazyLock<Mutex<BTreeMap<String, Arc<Remote>>>> =
            LazyLock::new(Mutex::default);
        let mut remotes = REMOTES.lock().expect("remotes");
        Arc::clone(remotes.entry(name.to_owned()).or_default())
    }

    pub fn calls(&self) -> Vec<String> {
        std::mem::take(&mut *self.calls.lock().expect("calls"))
    }

    pub fn breaks(&self, step: &str, how: &str) {
        let mut flaws = self.flaws.lock().expect("flaws");
        flaws.insert(step.to_owned(), how.to_owned());
    }

    pub fn repair(&self) {
        self.flaws.lock().expect("flaws").clear();
    }

    fn call(&self, what: &str, name: &str) {
        let call = format!("{what} {name}").trim().to_owned();
        if let Some(meanwhile) = &*self.meanwhile.lock().expect("meanwhile") {
            meanwhile(&call);
        }
        self.calls.lock().expect("calls").push(call);
    }

    async fn flaw<R>(&self, cx: &Cx<R>, step: &str) -> Result<bool> {
        let how = self.flaws.lock().expect("flaws").get(step).cloned();
        if let Some(text) = how.as_deref().and_then(|how| how.strip_prefix("says ")) {
            return Err(Diagnostic::error(format!("{step}: {text}"))
                .with_detail(format!("It was {text}."))
                .into());
        }
        match how.as_deref() {
            Some("error") => Err(Diagnostic::error(format!("{step} went wrong"))
                .with_detail("As it was told to.")
                .into()),
            Some("panic") => panic!("a panic in {step}"),
            Some("wait") => {
                cx.progress("waiting");
                cx.cancelled().await;
                Err(Diagnostic::error(format!("{step} was cancelled")).into())
            }
            Some("hang") => {
                std::future::pending::<()>().await;
                Ok(false)
            }
            Some("slow") => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                Ok(false)
            }
            Some("wrong") => Ok(true),
            _ => Ok(false),
        }
    }
}

/// The provider.
#[derive(Schema)]
#[schema(provider = "mem")]
pub struct Mem {
    /// The name of its remote system.
    #[field(optional, default_env("MEM_REMOTE", fallback = "none"))]
    remote: String,
    #[field(optional, validate = one_of("north", "south"))]
    region: Option<String>,
}

impl Provider for Mem {
    type Client = Arc<Remote>;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Crate, Tag]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Found]
    }

    async fn configure(cx: &Cx, config: ConfigData<'_, Self>) -> Result<Arc<Remote>> {
        let remote = Remote::of(&config.require(Mem::REMOTE)?);
        remote.call("configure", "");
        remote.flaw(cx, "configure").await?;
        Ok(remote)
    }
}

/// A lid.
#[derive(Schema)]
pub struct Lid {
    #[field(required, validate = one_of("flat", "round"))]
    kind: String,
    #[field(optional, default = 1)]
    depth: i64,
}

/// A box.
#[derive(Schema)]
#[schema(
    resource = "mem_box",
    version = 1,
    allow(version_without_upgrade, reason = "tests see what is said without one")
)]
pub struct Crate {
    /// What it is called.
    #[field(required, force_new, validate = [length(1..=16), regex("^[a-z-]+$")])]
    name: String,
    #[field(optional, computed, validate = range(1..=100), conflicts_with(weight))]
    size: Option<i64>,
    #[field(optional)]
    weight: Option<f64>,
    #[field(optional)]
    note: Option<String>,
    #[field(optional, default = "wood")]
    material: String,
    #[field(optional, sensitive)]
    code: Option<String>,
    #[field(optional)]
    labels: BTreeMap<String, String>,
    #[field(computed)]
    serial: String,
    #[field(optional, deprecated = "use note")]
    remark: Option<String>,
    #[field(block(list, max_items = 2))]
    lid: Vec<Lid>,
}

impl Crate {
    fn stored(data: &ResourceData<Self>) -> MemBox {
        MemBox {
            name: data.get(Crate::NAME),
            size: data.get_ok(Crate::SIZE).unwrap_or(7),
            note: data.get(Crate::NOTE),
            lids: data.get(Crate::LID).len(),
        }
    }
}

impl Resource for Crate {
    type Provider = Mem;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let name: String = data.get(Crate::NAME);
        remote.call("create", &name);
        remote.flaw(cx, "create").await?;
        let number = {
            let mut next = remote.next.lock().expect("next");
            *next += 1;
            *next
        };
        let id = format!("box-{number}");
        let stored = Self::stored(data);
        remote
            .boxes
            .lock()
            .expect("boxes")
            .insert(id.clone(), stored.clone());
        data.set_id(id);
        let wrong = remote.flaw(cx, "create-after-id").await?;
        data.set(Crate::SIZE, stored.size);
        data.set(Crate::SERIAL, format!("S{number}"));
        if wrong {
            data.set(Crate::NOTE, Some("something else".to_owned()));
        }
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        remote.call("read", data.require_id()?);
        remote.flaw(cx, "read").await?;
        let found = remote
            .boxes
            .lock()
            .expect("boxes")
            .get(data.require_id()?)
            .cloned();
        match found {
            Some(found) => {
                data.set(Crate::NAME, found.name);
                data.set(Crate::SIZE, found.size);
                data.set(Crate::NOTE, found.note);
            }
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let name: String = data.get(Crate::NAME);
        remote.call("delete", &name);
        remote.flaw(cx, "delete").await?;
        remote
            .boxes
            .lock()
            .expect("boxes")
            .remove(data.require_id()?);
        Ok(())
    }
}

impl Update for Crate {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let name: String = data.get(Crate::NAME);
        remote.call("update", &name);
        remote.flaw(cx, "update").await?;
        let stored = Self::stored(data);
        remote
            .boxes
            .lock()
            .expect("boxes")
            .insert(data.require_id()?.to_owned(), stored);
        Ok(())
    }
}

/// A tag on a box; every change replaces it.
#[derive(Schema)]
#[schema(resource = "mem_tag")]
pub struct Tag {
    #[field(required, force_new)]
    on: String,
    #[field(optional, force_new, validate = custom = at_once)]
    text: Option<String>,
}

/// Blocks if requested.
#[allow(clippy::ptr_arg)] // The type of the field.
fn at_once(_: &schema_provider::Path, text: &String) -> Diagnostics {
    if text == "never" {
        loop {
            std::thread::park();
        }
    }
    Diagnostics::new()
}

impl Resource for Tag {
    type Provider = Mem;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let on: String = data.get(Tag::ON);
        cx.client()?.call("create-tag", &on);
        data.set_id(format!("tag-{on}"));
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.call("delete-tag", &data.get(Tag::ON));
        Ok(())
    }
}

/// A box, looked up by its name.
#[derive(Schema)]
#[schema(data_source = "mem_box")]
pub struct Found {
    #[field(required)]
    name: String,
    #[field(computed)]
    size: i64,
}

impl DataSource for Found {
    type Provider = Mem;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let remote = cx.client()?;
        let name: String = data.get(Found::NAME);
        remote.call("look-up", &name);
        let boxes = remote.boxes.lock().expect("boxes").clone();
        match boxes.iter().find(|(_, found)| found.name == name) {
            Some((id, found)) => {
                data.set_id(id.clone());
                data.set(Found::SIZE, found.size);
                Ok(())
            }
            None => Err(Diagnostic::error(format!("There is no box {name}")).into()),
        }
    }
}
