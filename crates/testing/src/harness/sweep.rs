//! Sweepers, which delete the objects that failed tests left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::timeout;

use crate::helpers::deadline::{TERRAFORM_DEADLINE, seconds};
use crate::helpers::provider_setup::ProviderSetup;
use crate::helpers::stderr;
use crate::helpers::thread::WorkThread;
use schema_panic::caught_future;
use schema_shell::lifecycle::Instance;
use schema_shell::{Provider, Result};

type Sweep<C> =
    Box<dyn Fn(Arc<C>) -> Pin<Box<dyn Future<Output = Result<usize>> + Send>> + Send + Sync>;

/// The sweepers of a provider: one for each kind of object that its tests create. Created by
/// [`sweepers`].
#[must_use = "sweepers do nothing until they are run"]
pub struct Sweepers<P: Provider> {
    setup: ProviderSetup,
    sweepers: BTreeMap<String, Sweeper<P>>,
    /// The sweeper that was added last.
    last: Option<String>,
    only: BTreeSet<String>,
    deadline: Duration,
    /// The first mistake in their definition.
    mistake: Option<String>,
}

struct Sweeper<P: Provider> {
    after: BTreeSet<String>,
    sweep: Sweep<P::Client>,
}

/// Sweepers of a provider, which delete what failed tests left behind, with its own client.
/// They recognise the tests' objects by their names: see [`random_name`](crate::random_name).
///
/// Put them into an ignored test, so that they run on request
/// only: `cargo test sweep -- --ignored`.
///
/// ```
/// # use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = Store;
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Store> { Ok(Store) }
/// # }
/// # pub struct Store;
/// # impl Store {
/// #     fn images(&self) -> Vec<String> { vec!["tf-test-a".into(), "mine".into()] }
/// #     fn delete(&self, _: &str) -> Result { Ok(()) }
/// # }
/// use schema_provider::testing::sweepers;
///
/// // #[test]
/// // #[ignore = "deletes what failed tests left behind"]
/// fn sweep() {
///     sweepers::<Disk>()
///         .sweeper("disk_image", async |store| {
///             let mut count = 0;
///             for name in store.images() {
///                 if name.starts_with("tf-test-") {
///                     store.delete(&name)?;
///                     count += 1;
///                 }
///             }
///             Ok(count)
///         })
///         .after(["disk_snapshot"])
///         .sweeper("disk_snapshot", async |_| Ok(0))
///         .run();
/// }
/// # sweep();
/// ```
pub fn sweepers<P: Provider>() -> Sweepers<P> {
    Sweepers {
        setup: ProviderSetup::of::<P>(),
        sweepers: BTreeMap::new(),
        last: None,
        only: BTreeSet::new(),
        deadline: TERRAFORM_DEADLINE,
        mistake: None,
    }
}

/// The results of sweepers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Swept {
    /// How many objects each sweeper deleted, in the order in which they ran.
    pub deleted: Vec<(String, usize)>,
    /// What went wrong, by sweeper.
    pub failed: Vec<(String, String)>,
}

impl<P: Provider> Sweepers<P> {
    /// The settings of the provider: the body of its block in Terraform's language,
    /// `region = "eu"`.
    #[track_caller]
    pub fn settings(mut self, body: impl Into<String>) -> Self {
        self.setup.settings = Some((body.into(), Location::caller()));
        self
    }

    /// A variable of the provider's environment, in addition to the process's.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.setup.environment.set(name, value);
        self
    }

    /// How long all of them together may take; ten minutes by default. Sweepers that have not
    /// finished or not started by then have failed.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = time;
        self
    }

    /// A sweeper by its name, usually the type of a resource: it deletes objects of tests, and
    /// returns how many.
    pub fn sweeper<F>(
        mut self,
        name: impl Into<String>,
        sweep: impl Fn(Arc<P::Client>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<usize>> + Send + 'static,
    {
        let sweeper = Sweeper {
            after: BTreeSet::new(),
            sweep: Box::new(move |client| Box::pin(sweep(client))),
        };
        let name = name.into();
        if self.sweepers.insert(name.clone(), sweeper).is_some() {
            let twice = format!("there are two sweepers {name}");
            self.mistake.get_or_insert(twice);
        }
        self.last = Some(name);
        self
    }

    /// The sweeper that was added last runs only after these.
    pub fn after<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let last = self.last.as_ref();
        match last.and_then(|last| self.sweepers.get_mut(last)) {
            Some(sweeper) => sweeper.after.extend(names.into_iter().map(Into::into)),
            None => {
                let nobody = "`after` precedes the first sweeper".to_owned();
                self.mistake.get_or_insert(nobody);
            }
        }
        self
    }

    /// Only these sweepers run, and those that must run before them.
    pub fn only<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.only.extend(names.into_iter().map(Into::into));
        self
    }

    /// Runs them, with the process's environment, and reports on standard error what was deleted.
    /// The variable `SWEEP`, a comma-separated list of names, selects sweepers; without it, all
    /// run.
    ///
    /// # Panics
    /// A sweeper failed, or a named one does not exist. All others have run.
    pub fn run(mut self) {
        if let Ok(names) = std::env::var("SWEEP") {
            let names = names.split(',').map(str::trim).filter(|n| !n.is_empty());
            self.only.extend(names.map(str::to_owned));
        }
        let environment = &mut self.setup.environment;
        let given = std::mem::take(environment);
        for (name, value) in std::env::vars_os() {
            environment.set(name.to_string_lossy(), value.to_string_lossy());
        }
        for (name, value) in given.iter() {
            environment.set(name, value);
        }
        let swept = self.try_run();
        for (name, count) in &swept.deleted {
            stderr::write_line(&format!("swept {name}: {count} deleted"));
        }
        if !swept.failed.is_empty() {
            let lines = swept.failed.iter();
            let lines: Vec<String> = lines.map(|(name, why)| format!("{name}: {why}")).collect();
            panic!("\nsweepers failed:\n  {}\n", lines.join("\n  "));
        }
    }

    /// Runs them with only the given environment. A failure skips the sweepers that must run after
    /// it, and no others.
    #[must_use]
    pub fn try_run(self) -> Swept {
        let swept = WorkThread::start(|| (), move || self.sweep()).and_then(|mut work| {
            // It ends by itself: anything that may block has its own task.
            let swept = work.wait(|| Some(Duration::MAX));
            let swept = swept.and_then(|ended| ended.ok());
            swept.unwrap_or_else(|| Err("the sweepers panicked".to_owned()))
        });
        swept.unwrap_or_else(|why| Swept {
            deleted: Vec::new(),
            failed: vec![("sweepers".to_owned(), why)],
        })
    }

    async fn sweep(self) -> std::result::Result<Swept, String> {
        let begun = Instant::now();
        let left = || self.deadline.saturating_sub(begun.elapsed());
        let order = self.order()?;
        let configured = timeout(left(), client::<P>(&self.setup)).await;
        let (_instance, client) =
            configured.map_err(|_| format!("configure {}", too_late(self.deadline)))??;
        let mut swept = Swept::default();
        for name in order {
            let Some(sweeper) = self.sweepers.get(&name) else {
                continue;
            };
            let mut failed = swept.failed.iter().map(|(name, _)| name);
            let result = if let Some(before) = failed.find(|name| sweeper.after.contains(*name)) {
                Err(format!("not run, as {before} failed"))
            } else if left().is_zero() {
                Err("not run, as the time of the sweepers was over".to_owned())
            } else {
                // The deadline must work even if code blocks its thread.
                let mut task = tokio::spawn(caught_future((sweeper.sweep)(Arc::clone(&client))));
                match timeout(left(), &mut task).await {
                    Ok(Ok(Ok(Ok(count)))) => Ok(count),
                    Ok(Ok(Ok(Err(errors)))) => Err(errors.to_string()),
                    Ok(Ok(Err(panic))) => Err(format!("it panicked: {panic}")),
                    Ok(Err(error)) => Err(error.to_string()),
                    Err(_) => {
                        task.abort();
                        Err(too_late(self.deadline))
                    }
                }
            };
            match result {
                Ok(count) => swept.deleted.push((name, count)),
                Err(why) => swept.failed.push((name, why)),
            }
        }
        Ok(swept)
    }

    /// The names in the order in which they run.
    fn order(&self) -> std::result::Result<Vec<String>, String> {
        if let Some(mistake) = &self.mistake {
            return Err(mistake.clone());
        }
        let mut wanted: Vec<&String> = match self.only.is_empty() {
            true => self.sweepers.keys().collect(),
            false => self.only.iter().collect(),
        };
        // With those that must run before them.
        let mut all = BTreeSet::new();
        while let Some(name) = wanted.pop() {
            let Some(sweeper) = self.sweepers.get(name) else {
                let known: Vec<&str> = self.sweepers.keys().map(String::as_str).collect();
                let known = known.join(", ");
                return Err(format!("there is no sweeper {name}; there are: {known}"));
            };
            if all.insert(name) {
                wanted.extend(&sweeper.after);
            }
        }
        let mut order: Vec<String> = Vec::new();
        while order.len() < all.len() {
            let ready = all.iter().find(|name| {
                let sweeper = self.sweepers.get(**name);
                !order.contains(name)
                    && sweeper.is_some_and(|s| s.after.iter().all(|on| order.contains(on)))
            });
            match ready {
                Some(name) => order.push((*name).clone()),
                None => return Err("the sweepers wait for each other".to_owned()),
            }
        }
        Ok(order)
    }
}

/// The client of the configured provider, which keeps what the client spawned.
async fn client<P: Provider>(
    setup: &ProviderSetup,
) -> std::result::Result<(Instance, Arc<P::Client>), String> {
    let instance = setup.instance().map_err(|errors| errors.to_string())?;
    setup.configure(&instance).await?;
    let client = instance.client_of::<P>()?;
    Ok((instance, client))
}

fn too_late(deadline: Duration) -> String {
    format!(
        "did not end within the sweepers' deadline of {}, and was abandoned",
        seconds(deadline)
    )
}

impl<P: Provider> fmt::Debug for Sweepers<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sweepers.keys()).finish()
    }
}
