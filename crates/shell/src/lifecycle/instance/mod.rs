//! [`Instance`]: a provider in one process.

pub(crate) mod behind;
pub(crate) mod call;
pub(crate) mod code_outcome;
pub(crate) mod configuration;
pub(crate) mod entries;
mod grace;
mod kinds;
pub(crate) mod open_ephemerals;
pub(crate) mod open_stores;
pub(crate) mod provider_functions;
pub(crate) mod schemas;

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use schema_panic::{lock, read};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::value::Value;

use crate::context::{Call, Client, DeferReason, Deferral};
use crate::lifecycle::identity;
use crate::process::crash_log::CrashLog;
use crate::process::threads::LazyThreads;
use crate::registration::typed::TypedProvider;
use crate::traits::Provider;
use crate::untyped::{UntypedFunction, UntypedProvider};
use behind::Behind;
use configuration::Configuration;
use entries::{Entry, named_twice};
pub use grace::Grace;
use kinds::Types;
use open_ephemerals::OpenEphemerals;
use schemas::Schemas;

/// A provider in one process: its schemas and its lifecycle. Cheap to clone; clones are the same
/// instance.
#[derive(Clone)]
pub struct Instance {
    pub(crate) inner: Arc<Inner>,
    pub(crate) configuration: Arc<Configuration>,
    pub(crate) grace: Grace,
    pub(crate) provider_meta: Option<Arc<Value>>,
    /// Set for one call whose client allows a deferred answer.
    pub(crate) deferral: Option<Deferral>,
    /// Whether secrets are masked in the messages of provider code.
    pub(crate) hides: bool,
    /// What provider code keeps until it ends, even if nobody waits for it.
    pub(crate) guard: Option<Arc<dyn Any + Send + Sync>>,
    /// The program that answers for types without code, and the schemas of both.
    pub(crate) behind: Option<(Arc<dyn Behind>, Arc<Schemas>)>,
}

/// All configurations that are in use.
struct Configurations {
    /// How many there have been.
    count: u64,
    places: Vec<Weak<Configuration>>,
}

/// Receives each ephemeral resource that was opened.
pub(crate) type OnOpen = Box<dyn Fn(&Schema, &Value) + Send + Sync>;

/// A call in flight.
pub(crate) struct RunningCall {
    /// The number of the configuration that it belongs to.
    pub(crate) configuration: u64,
    pub(crate) call: Arc<Call>,
}

/// Shared by all clones and all configurations.
pub(crate) struct Inner {
    pub(crate) provider: Entry<dyn UntypedProvider>,
    pub(crate) types: Types,
    pub(crate) functions: BTreeMap<String, Ref<dyn UntypedFunction>>,
    pub(crate) schemas: Schemas,
    pub(crate) environment: Arc<Environment>,
    pub(crate) strict: bool,
    pub(crate) running: Mutex<HashMap<u64, RunningCall>>,
    /// The number of the next call.
    pub(crate) next: AtomicU64,
    configurations: Mutex<Configurations>,
    pub(crate) threads: LazyThreads,
    pub(crate) crash_log: Option<Arc<CrashLog>>,
    /// The open ephemeral resources.
    pub(crate) opened: OpenEphemerals,
    pub(crate) on_open: OnceLock<OnOpen>,
}

/// The variable that turns the check of every plan on or off.
pub const STRICT: &str = "SCHEMA_STRICT";

impl Instance {
    /// A provider, not configured yet. It reads nothing of the environment except `environment`.
    ///
    /// # Errors
    /// The provider gives two types of a kind the same name, or has a list resource that can list
    /// nothing, or an identity that can identify nothing.
    pub fn new<P: Provider>(environment: Environment) -> Result<Self, Diagnostics> {
        let provider: &'static dyn UntypedProvider = const { &TypedProvider::<P>(PhantomData) };
        Self::untyped(provider.into(), environment)
    }

    /// A provider of any kind, not configured yet.
    ///
    /// # Errors
    /// The provider gives two types of a kind the same name, or has a list resource that can list
    /// nothing, or an identity that can identify nothing.
    pub fn untyped(
        provider: Ref<dyn UntypedProvider>,
        environment: Environment,
    ) -> Result<Self, Diagnostics> {
        let mut twice = Diagnostics::new();
        let mut types = Types::of(&*provider, &mut twice);
        for entry in types.resources.values_mut() {
            entry.identity = entry.code.identity();
            if let Some(identity) = &entry.identity {
                twice.extend(identity::check_schema(identity, &entry.code.schema()));
            }
        }
        for name in types.list_resources.keys() {
            let why = match types.resources.get(name) {
                None => "The provider has no resource of this type",
                Some(entry) if entry.identity.is_none() => {
                    "Nothing identifies the objects of this resource"
                }
                Some(_) => continue,
            };
            twice.push(
                Diagnostic::error(format!("The list resource {name} cannot list anything"))
                    .with_detail(format!("{why}. This is a bug in the provider.")),
            );
        }
        let mut functions = BTreeMap::new();
        for function in provider.functions() {
            let name = function.schema().name().to_owned();
            if functions.contains_key(&name) {
                twice.push(named_twice("function", &name));
            }
            functions.insert(name, function);
        }
        if twice.has_errors() {
            return Err(twice);
        }
        let schemas = Schemas::of(&*provider, &types, &functions);
        let strict = match environment.get(STRICT) {
            None | Some("") => cfg!(debug_assertions),
            Some(value) => !matches!(value, "0" | "false" | "off"),
        };
        let configuration = Configuration::new(0);
        let crash_log = CrashLog::of(&environment, &schemas.provider.type_name);
        Ok(Instance {
            inner: Arc::new(Inner {
                provider: Entry::new(provider),
                types,
                functions,
                schemas,
                environment: Arc::new(environment),
                strict,
                running: Mutex::new(HashMap::new()),
                next: AtomicU64::new(0),
                configurations: Mutex::new(Configurations {
                    count: 1,
                    places: vec![Arc::downgrade(&configuration)],
                }),
                threads: LazyThreads::default(),
                crash_log,
                opened: OpenEphemerals::default(),
                on_open: OnceLock::new(),
            }),
            configuration,
            grace: Grace::default(),
            provider_meta: None,
            deferral: None,
            guard: None,
            hides: false,
            behind: None,
        })
    }

    /// The same provider, to be configured again: with its own client and version of Terraform, as
    /// for a provider alias. [`stop`](Self::stop) reaches the calls of both,
    /// [`stop_configuration`](Self::stop_configuration) those of one.
    #[must_use]
    pub fn another_configuration(&self) -> Self {
        let mut all = lock(&self.inner.configurations);
        let configuration = Configuration::new(all.count);
        all.count += 1;
        // A program that is debugged for days may have many.
        all.places.retain(|place| place.strong_count() > 0);
        all.places.push(Arc::downgrade(&configuration));
        drop(all);
        let behind = self.behind.as_ref();
        Instance {
            configuration,
            behind: behind.map(|(behind, schemas)| (behind.another(), Arc::clone(schemas))),
            ..self.clone()
        }
    }

    /// The same instance for people: the secrets of the call are masked in the messages of provider
    /// code.
    #[must_use]
    pub fn hiding_secrets(mut self) -> Self {
        self.hides = true;
        self
    }

    /// The same instance, with a different grace period after a stop or a timeout.
    #[must_use]
    pub fn with_grace(mut self, grace: Grace) -> Self {
        self.grace = grace;
        self
    }

    /// The same instance for one call whose client allows a deferred answer, which `deferral`
    /// records. In a deferred answer without errors, only the reason counts.
    #[must_use]
    pub fn deferring(&self, deferral: &Deferral) -> Self {
        Instance {
            deferral: Some(deferral.clone()),
            ..self.clone()
        }
    }

    /// Whether the answer is deferred because the provider's settings are not known yet.
    pub(crate) fn waits_for_settings(&self) -> bool {
        let Some(deferral) = &self.deferral else {
            return false;
        };
        let unknown = self.settings_unknown();
        if unknown {
            deferral.note(DeferReason::ProviderConfigUnknown);
        }
        unknown
    }

    /// Whether provider code deferred the answer.
    pub(crate) fn is_put_off(&self) -> bool {
        let deferral = self.deferral.as_ref();
        deferral.is_some_and(|deferral| deferral.reason().is_some())
    }

    /// The same instance for one call: its provider code keeps this until it has ended and all its
    /// data are dropped, even if nobody waits for it any more. This shows how long the values of
    /// the call are in memory.
    #[doc(hidden)]
    #[must_use]
    pub fn holding(&self, guard: Arc<dyn Any + Send + Sync>) -> Self {
        Instance {
            guard: Some(guard),
            ..self.clone()
        }
    }

    /// Calls this at the start of every thread on which provider code runs, for a log that is set
    /// up per thread. Use it before the first call.
    #[doc(hidden)]
    pub fn on_each_thread(&self, each_thread: impl Fn() + Send + Sync + 'static) {
        self.inner.threads.on_each(Arc::new(each_thread));
    }

    /// Runs the first step of provider code on the caller's threads, which do the work soon,
    /// outside any runtime, and say whether it may block its thread. Code that waits continues
    /// elsewhere. Use it before the first call.
    #[doc(hidden)]
    pub fn begin_on(&self, threads: impl Fn(Box<dyn FnOnce(bool) + Send>) + Send + Sync + 'static) {
        self.inner.threads.begin_on(Box::new(threads));
    }

    /// Calls this with each ephemeral resource that was opened, for a test; the first callback
    /// counts.
    #[doc(hidden)]
    pub fn on_open(&self, heard: impl Fn(&Schema, &Value) + Send + Sync + 'static) {
        let _ = self.inner.on_open.set(Box::new(heard));
    }

    /// The client went away without notice: calls in flight are asked to stop, recent answers are
    /// not assumed to be saved, and what it opened is closed.
    #[doc(hidden)]
    pub fn client_lost(&self) {
        if let Some(log) = &self.inner.crash_log {
            log.client_lost();
        }
        self.stop();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let instance = self.clone();
            runtime.spawn(async move { instance.close_opened().await });
        }
    }

    /// Closes open ephemeral resources, and waits at most `patience` for that; then drops the
    /// clients of all configurations, and waits as long for these and recently dropped ones. For
    /// the end of a program: clients can clean up, and one that blocks does not keep the program
    /// alive. Abandoned calls that still run keep their client.
    pub fn close(&self, patience: Duration) {
        self.close_opened_within(patience);
        if let Some(log) = &self.inner.crash_log {
            log.close();
        }
        let configurations: Vec<_> = {
            let all = lock(&self.inner.configurations);
            all.places.iter().filter_map(Weak::upgrade).collect()
        };
        for configuration in configurations {
            configuration.state_stores.clear();
            configuration.set_client(Client::None);
        }
        if let Some(threads) = self.inner.threads.made() {
            threads.wait_for_drops(patience);
        }
    }

    /// Not on a runtime's thread.
    fn close_opened_within(&self, patience: Duration) {
        let Some(threads) = self.inner.threads.made() else {
            return;
        };
        if lock(&self.inner.opened).is_empty() {
            return;
        }
        let (done, closed) = std::sync::mpsc::channel::<()>();
        let instance = self.clone();
        threads.handle.spawn(async move {
            instance.close_opened().await;
            drop(done);
        });
        // Dropping the sender is the answer.
        let _ = closed.recv_timeout(patience);
    }

    /// The environment that the provider was started with.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.inner.environment
    }

    /// The calls of provider code that have not returned, to show what the process waits for:
    /// `create of disk_image`.
    #[must_use]
    pub fn running(&self) -> Vec<String> {
        let running = lock(&self.inner.running);
        let mut calls: Vec<String> = running
            .values()
            .map(|running| format!("{} of {}", running.call.operation, running.call.type_name))
            .collect();
        calls.sort_unstable();
        calls
    }

    /// The client of a configured provider; otherwise, why it has none. Tasks that the client
    /// spawned run as long as this instance exists.
    #[doc(hidden)]
    pub fn client_of<P: Provider>(&self) -> Result<Arc<P::Client>, String> {
        let client = read(&self.configuration.client).clone();
        match client {
            Client::Ready(bound) => bound
                .client
                .as_ref()
                .and_then(|client| Arc::clone(client).downcast().ok())
                .ok_or_else(|| "the client is that of another provider".to_owned()),
            Client::None | Client::Failed => Err("the provider is not configured".to_owned()),
            Client::Unknown(fields) => Err(format!("the settings {fields} are not known")),
        }
    }
}

schema_runtime::__debug!(Instance, |it| provider =
    it.inner.schemas.provider.type_name);
