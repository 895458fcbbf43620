//! A provider whose objects can be listed in every way, also incorrectly.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use schema_provider::pages::{Page, Pages};
use schema_provider::prelude::*;

/// An archive.
#[derive(Schema)]
#[schema(provider = "arch")]
pub struct Archive {
    /// The prefix of all names.
    #[field(optional)]
    prefix: Option<String>,
}

/// What happened to lists.
#[derive(Default)]
pub struct Seen {
    pub prefix: String,
    /// Pushes that were accepted.
    pub pushed: AtomicUsize,
    /// Lists whose code ended by itself.
    pub ended: AtomicUsize,
    /// Pages that were fetched.
    pub pages: AtomicUsize,
    /// Lists whose code is running, even if nobody waits for it any more.
    pub at_work: AtomicUsize,
}

/// A list whose code is running, as long as this exists.
struct AtWork<'a>(&'a Seen);

impl<'a> AtWork<'a> {
    fn begin(seen: &'a Seen) -> Self {
        seen.at_work.fetch_add(1, Ordering::SeqCst);
        // In a separate process, a test waits for this.
        if let Some(path) = std::env::var_os("ARCH_SIGN") {
            std::fs::write(path, std::process::id().to_string()).unwrap();
        }
        AtWork(seen)
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Provider for Archive {
    type Client = Arc<Seen>;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Paper, Box_]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Paper, Box_]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Arc<Seen>> {
        Ok(Arc::new(Seen {
            prefix: config.get_ok(Archive::PREFIX).unwrap_or_default(),
            ..Seen::default()
        }))
    }
}

/// A paper.
#[derive(Schema)]
#[schema(
    resource = "arch_paper",
    identity(shelf, code(optional)),
    import = "{shelf}/{code}"
)]
pub struct Paper {
    #[field(required, force_new)]
    shelf: String,
    #[field(optional, computed)]
    code: Option<String>,
    #[field(optional)]
    title: Option<String>,
    #[field(computed)]
    sum: String,
    #[field(optional, sensitive)]
    secret: Option<String>,
}

impl Resource for Paper {
    type Provider = Archive;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let code = data.get(Paper::CODE).unwrap_or_default();
        if code == "c13" {
            data.mark_gone();
            return Ok(());
        }
        data.set(Paper::SUM, format!("sum of {code}"));
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Paper {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// Which papers to list.
#[derive(Schema)]
#[schema(list = "arch_paper", timeouts(list = "20m"))]
pub struct PaperFilter {
    /// Their shelf.
    #[field(required, validate = custom = no_spaces)]
    shelf: String,
    /// How many there are.
    #[field(optional, default = 3)]
    count: i64,
    /// How the list misbehaves.
    #[field(optional)]
    how: Option<String>,
    #[field(optional)]
    tags: Vec<String>,
    /// What opens the archive.
    #[field(optional, sensitive)]
    key: Option<String>,
}

fn no_spaces(path: &schema_provider::Path, shelf: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    if shelf.contains(' ') {
        found.error_at(path.clone(), "a shelf has no spaces", "");
    }
    found
}

impl ListResource for Paper {
    type Filter = PaperFilter;

    fn validate_filter(config: ConfigData<'_, PaperFilter>) -> Diagnostics {
        let mut found = Diagnostics::new();
        if config
            .get_ok(PaperFilter::COUNT)
            .is_some_and(|count| count > 1_000_000)
        {
            found.push(Diagnostic::error("too many").at(PaperFilter::COUNT.path()));
        }
        found
    }

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, PaperFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let seen = cx.client()?;
        let how = filter.get_ok(PaperFilter::HOW).unwrap_or_default();
        let shelf = filter.require(PaperFilter::SHELF)?;
        if how == "at work" {
            let mut paper = found.object();
            paper.set(Paper::SHELF, &*shelf);
            let others = seen.at_work.load(Ordering::SeqCst);
            return found.push(others.to_string(), paper).await;
        }
        let _at_work = AtWork::begin(seen);
        let count = filter.get_ok(PaperFilter::COUNT).unwrap_or_default();
        let how = how.as_str();
        if how == "pages" {
            let mut pages = Pages::new(cx, async |token: Option<i64>| {
                seen.pages.fetch_add(1, Ordering::SeqCst);
                let from = token.unwrap_or(0);
                Ok::<_, Diagnostics>(Page {
                    items: (from..from + 2).collect::<Vec<_>>(),
                    next: (from + 2 < count).then_some(from + 2),
                })
            });
            while found.remaining() > 0
                && let Some(numbers) = pages.next().await?
            {
                for number in numbers {
                    let mut paper = found.object();
                    paper.set(Paper::SHELF, &*shelf);
                    found.push(format!("paper {number}"), paper).await?;
                }
            }
            seen.ended.fetch_add(1, Ordering::SeqCst);
            return Ok(());
        }
        let mut number = 0;
        while number < count || how == "endless" {
            match how {
                "warn first" if number == 0 => cx.warn(Diagnostic::warning("the archive is dusty")),
                "fail" if number == 2 => bail!("the shelf broke"),
                "panic" if number == 2 => {
                    panic!("{:?} opens nothing", filter.get_ok(PaperFilter::KEY))
                }
                "hang" if number == 2 => {
                    cx.race(std::future::pending::<()>()).await?;
                }
                "deaf" if number == 2 => {
                    tokio::time::sleep(Duration::from_secs(600)).await;
                }
                _ => {}
            }
            let mut paper = found.object();
            if how != "nameless" || number != 1 {
                paper.set(Paper::SHELF, &*shelf);
            }
            paper.set(Paper::CODE, format!("{}c{number}", seen.prefix));
            if found.wants_objects() {
                if how != "no id" {
                    paper.set_id(number.to_string());
                }
                Self::read(cx, &mut paper).await?;
                if how == "unknown" {
                    paper
                        .dynamic_mut()
                        .write(0, schema_provider::Value::Unknown(None), false);
                }
            }
            let pushed = found.push(format!("paper {number}"), paper).await;
            if how != "stubborn" {
                pushed?;
            }
            seen.pushed.fetch_add(1, Ordering::SeqCst);
            number += 1;
        }
        if how == "warn last" {
            cx.warn(Diagnostic::warning("the last drawer is locked"));
        }
        seen.ended.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

/// The identity of a box, a separate struct.
#[derive(Schema)]
#[schema(identity)]
pub struct BoxIdentity {
    #[field(required)]
    pub serial: i64,
}

/// A box.
#[derive(Schema)]
#[schema(resource = "arch_box", identity = BoxIdentity)]
pub struct Box_ {
    #[field(optional)]
    label: Option<String>,
}

impl Resource for Box_ {
    type Provider = Archive;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        data.set_identity(BoxIdentity { serial: 1 });
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_identity(BoxIdentity { serial: 1 });
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }
}

impl Update for Box_ {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// All boxes.
#[derive(Schema)]
#[schema(list = "arch_box")]
pub struct BoxFilter {
    #[field(optional)]
    silent: Option<bool>,
}

impl ListResource for Box_ {
    type Filter = BoxFilter;

    async fn list(
        _: &Cx<Self>,
        filter: ConfigData<'_, BoxFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        for serial in 1..=2 {
            let mut one = found.object();
            if filter.get_ok(BoxFilter::SILENT).is_none() {
                one.set_identity(BoxIdentity { serial });
            }
            found.push(format!("box {serial}"), one).await?;
        }
        Ok(())
    }
}
