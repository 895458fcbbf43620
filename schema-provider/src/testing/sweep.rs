//! Sweepers: what clears away the objects that failed tests left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use schema_runtime::schema::Environment;

use super::apart::Apart;
use super::in_process::configure;
use crate::lifecycle::Instance;
use crate::plugin::panic::caught_future;
use crate::{Provider, Result};

type Sweep<C> =
    Box<dyn Fn(Arc<C>) -> Pin<Box<dyn Future<Output = Result<usize>> + Send>> + Send + Sync>;

/// The sweepers of a provider: one for each kind of object that its tests make. Made by
/// [`sweepers`].
#[must_use = "sweepers do nothing until they are run"]
pub struct Sweepers<P: Provider> {
    environment: Environment,
    config: String,
    sweepers: BTreeMap<String, Sweeper<P>>,
    /// The one that was added last.
    last: String,
    only: BTreeSet<String>,
}

struct Sweeper<P: Provider> {
    after: BTreeSet<String>,
    sweep: Sweep<P::Client>,
}

/// Sweepers of a provider, which clear away what failed tests left behind, with its own client.
/// They know the tests' objects by their names: see [`random_name`](super::random_name).
///
/// A test that is ignored by default is the place for them, so that they run when they are asked
/// for: `cargo test sweep -- --ignored`.
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
///         .config("provider \"disk\" {}")
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
        environment: Environment::default(),
        config: String::new(),
        sweepers: BTreeMap::new(),
        last: String::new(),
        only: BTreeSet::new(),
    }
}

/// What sweepers did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// How many objects each sweeper deleted, in the order in which they ran.
    pub deleted: Vec<(String, usize)>,
    /// What went wrong, by sweeper.
    pub failed: Vec<(String, String)>,
}

impl<P: Provider> Sweepers<P> {
    /// The provider's settings, as a configuration has them.
    pub fn config(mut self, text: impl Into<String>) -> Self {
        self.config = text.into();
        self
    }

    /// A variable of the provider's environment, beside those of the process.
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.environment.set(name, value);
        self
    }

    /// A sweeper by its name, usually the type of a resource: it deletes what tests made, and says
    /// how many that was.
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
        self.last = name.into();
        self.sweepers.insert(self.last.clone(), sweeper);
        self
    }

    /// The sweeper that was added last runs only after these.
    pub fn after<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        if let Some(sweeper) = self.sweepers.get_mut(&self.last) {
            sweeper.after.extend(names.into_iter().map(Into::into));
        }
        self
    }

    /// Only these sweepers run, and those that must run before them.
    pub fn only<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.only.extend(names.into_iter().map(Into::into));
        self
    }

    /// Runs them, with the process's environment, and says on standard error what was deleted. The
    /// variable `SWEEP`, a list of names with commas, says which; without it all run.
    ///
    /// # Panics
    /// A sweeper failed, or one that is named does not exist. All others have run.
    pub fn run(mut self) {
        if let Ok(names) = std::env::var("SWEEP") {
            let names = names.split(',').map(str::trim).filter(|n| !n.is_empty());
            self.only.extend(names.map(str::to_owned));
        }
        let given = std::mem::take(&mut self.environment);
        for (name, value) in std::env::vars_os() {
            self.environment
                .set(name.to_string_lossy(), value.to_string_lossy());
        }
        for (name, value) in given.iter() {
            self.environment.set(name, value);
        }
        let swept = self.try_run();
        for (name, count) in &swept.deleted {
            eprintln!("{name}: {count} deleted");
        }
        if !swept.failed.is_empty() {
            let lines = swept.failed.iter();
            let lines: Vec<String> = lines.map(|(name, why)| format!("{name}: {why}")).collect();
            panic!("\nsweepers failed:\n  {}\n", lines.join("\n  "));
        }
    }

    /// Runs them with only the environment that was given. One that fails keeps those from running
    /// that come after it, and no others.
    #[must_use]
    pub fn try_run(self) -> Swept {
        match Apart::start(|| (), move || self.sweep()) {
            // As long as it takes: what is left half swept is left behind.
            Ok(mut work) => work
                .wait(|| Some(Duration::MAX))
                .unwrap_or_else(|_| Swept::of_failure("the sweepers panicked".to_owned())),
            Err(error) => Swept::of_failure(error),
        }
    }

    async fn sweep(self) -> Swept {
        let order = match self.order() {
            Ok(order) => order,
            Err(why) => return Swept::of_failure(why),
        };
        let instance = match Instance::new::<P>(self.environment.clone()) {
            Ok(instance) => instance,
            Err(errors) => return Swept::of_failure(errors.to_string()),
        };
        let client = match configure(&instance, &self.config).await {
            Ok(()) => instance.client_of::<P>(),
            Err(why) => Err(why),
        };
        let client = match client {
            Ok(client) => client,
            Err(why) => return Swept::of_failure(why),
        };
        let mut swept = Swept::default();
        for name in order {
            let Some(sweeper) = self.sweepers.get(&name) else {
                continue;
            };
            let mut failed = swept.failed.iter().map(|(name, _)| name);
            if let Some(before) = failed.find(|before| sweeper.after.contains(*before)) {
                let why = format!("not run, as {before} failed");
                swept.failed.push((name, why));
                continue;
            }
            match caught_future((sweeper.sweep)(Arc::clone(&client))).await {
                Ok(Ok(count)) => swept.deleted.push((name, count)),
                Ok(Err(errors)) => swept.failed.push((name, errors.to_string())),
                Err(panic) => swept.failed.push((name, format!("it panicked: {panic}"))),
            }
        }
        swept
    }

    /// The names in the order in which they run.
    fn order(&self) -> std::result::Result<Vec<String>, String> {
        let known: Vec<&str> = self.sweepers.keys().map(String::as_str).collect();
        let known = known.join(", ");
        let mut wanted: Vec<&String> = if self.only.is_empty() {
            self.sweepers.keys().collect()
        } else {
            self.only.iter().collect()
        };
        // With those that come before them.
        let mut all = BTreeSet::new();
        while let Some(name) = wanted.pop() {
            let Some(sweeper) = self.sweepers.get(name) else {
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

impl Swept {
    fn of_failure(why: String) -> Self {
        Swept {
            deleted: Vec::new(),
            failed: vec![("sweepers".to_owned(), why)],
        }
    }
}

impl<P: Provider> fmt::Debug for Sweepers<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sweepers.keys()).finish()
    }
}
