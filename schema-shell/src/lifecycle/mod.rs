//! The life of a provider in one process: what the plugin server and the local runner both go
//! through.
//!
//! An [`Instance`] answers the calls of the provider protocol, on values. It runs the author's code
//! in tasks of its own, turns panics into diagnostics, tells that code when to end and gives up on
//! it some time later, and decides what is saved.

mod apply;
mod call;
mod compatible;
mod configure;
mod data_source;
mod host;
mod import;
mod plan;
mod private;
mod raw;
mod read;
mod recorder;
pub(crate) mod signal;
pub(crate) mod timeouts;
mod upgrade;
mod validate;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use schema_runtime::check::check_defaults;
use schema_runtime::data::Journal;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::path::Path;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::value::Value;

use crate::Provider;
use crate::context::{Call, Client};
use crate::untyped::{TypedProvider, UntypedDataSource, UntypedProvider, UntypedResource};
use schema_panic::caught;
use signal::Reason;

pub use crate::context::Progress;
// For the conformance kit, which tells mistakes apart by them.
#[doc(hidden)]
pub use call::{PANICKED, is_abandoned, is_panic};
#[doc(hidden)]
pub use compatible::is_contradiction;
pub use raw::RawState;

/// A provider in one process: its schemas and its life. Cheap to clone; clones are the same
/// instance.
#[derive(Clone)]
pub struct Instance {
    inner: Arc<Inner>,
    grace: Grace,
    provider_meta: Option<Arc<Value>>,
}

struct Inner {
    provider: Ref<dyn UntypedProvider>,
    resources: BTreeMap<String, Ref<dyn UntypedResource>>,
    data_sources: BTreeMap<String, Ref<dyn UntypedDataSource>>,
    schemas: Schemas,
    environment: Arc<Environment>,
    strict: bool,
    client: RwLock<Client>,
    terraform_version: RwLock<Option<Arc<str>>>,
    running: Mutex<HashMap<u64, Arc<Call>>>,
    next: AtomicU64,
}

/// The schemas of a provider.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// Of its settings.
    pub provider: Ref<Schema>,
    /// Of what modules tell it in `provider_meta` blocks, if it takes any.
    pub provider_meta: Option<Ref<Schema>>,
    /// Of its resources, by type name.
    pub resources: BTreeMap<String, Ref<Schema>>,
    /// Of its data sources, by type name.
    pub data_sources: BTreeMap<String, Ref<Schema>>,
}

/// How long author code may go on after it was told to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// For create, update and delete, which have something to lose.
    pub apply: Duration,
    /// For everything else.
    pub other: Duration,
}

impl Default for Grace {
    fn default() -> Self {
        Grace {
            apply: Duration::from_secs(30),
            other: Duration::from_secs(2),
        }
    }
}

/// What a refresh starts from.
#[derive(Clone)]
pub struct ReadRequest {
    /// The resource's type.
    pub type_name: String,
    /// The object as it was.
    pub current_state: Value,
    /// What was kept with it.
    pub private: Vec<u8>,
    /// Where progress is shown.
    pub progress: Option<Arc<dyn Progress>>,
}

/// A refreshed object.
#[derive(Clone, PartialEq)]
pub struct ReadResponse {
    /// The object as it is; null says that it is gone. After an error, as it was.
    pub new_state: Value,
    /// What is kept with it.
    pub private: Vec<u8>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// What a plan is made from.
#[derive(Clone)]
pub struct PlanRequest {
    /// The resource's type.
    pub type_name: String,
    /// The object as it is; null for a create.
    pub prior_state: Value,
    /// The configured object; null for a destroy.
    pub config: Value,
    /// What core proposes.
    pub proposed_new_state: Value,
    /// What is kept with the object.
    pub prior_private: Vec<u8>,
}

/// A plan.
#[derive(Clone, PartialEq)]
pub struct PlanResponse {
    /// The object as it should be.
    pub planned_state: Value,
    /// Changes that cannot be made in place.
    pub requires_replace: Vec<Path>,
    /// What apply gets.
    pub planned_private: Vec<u8>,
    /// The plan needs the tolerance that core has for the Go SDK.
    pub legacy_type_system: bool,
    /// Errors and warnings. With an error the rest is of no use.
    pub diagnostics: Diagnostics,
}

/// What is to be done.
#[derive(Clone)]
pub struct ApplyRequest {
    /// The resource's type.
    pub type_name: String,
    /// The object as it is; null for a create.
    pub prior_state: Value,
    /// The object as it should be; null for a delete.
    pub planned_state: Value,
    /// The configured object, wholly known; null for a delete.
    pub config: Value,
    /// What the plan gave, or what is kept with the object for a delete.
    pub planned_private: Vec<u8>,
    /// What hears of everything that is set, before author code goes on.
    pub journal: Option<Arc<dyn Journal>>,
    /// Where progress is shown.
    pub progress: Option<Arc<dyn Progress>>,
}

/// What was done.
#[derive(Clone, PartialEq)]
pub struct ApplyResponse {
    /// The object that is to be saved. With an error: null after a create says that there is
    /// nothing to save, anything else is saved and, after a create, tainted.
    pub new_state: Value,
    /// What is kept with it.
    pub private: Vec<u8>,
    /// The result needs the tolerance that core has for the Go SDK.
    pub legacy_type_system: bool,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// An object that was taken over.
#[derive(Clone, PartialEq)]
pub struct Imported {
    /// Its type.
    pub type_name: String,
    /// What a read starts from.
    pub state: Value,
    /// What is kept with it.
    pub private: Vec<u8>,
}

/// What was looked up.
#[derive(Clone, PartialEq)]
pub struct DataResponse {
    /// The object; null after an error.
    pub state: Value,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// The variable that turns the check of every plan on, and off where it is on.
pub const STRICT: &str = "SCHEMA_STRICT";

impl Instance {
    /// A provider, not configured yet. Everything that is known of the environment is in
    /// `environment`; nothing else is looked at.
    ///
    /// # Errors
    /// The provider names two resources or data sources alike.
    pub fn new<P: Provider>(environment: Environment) -> Result<Self, Diagnostics> {
        let provider: &'static dyn UntypedProvider = const { &TypedProvider::<P>::NEW };
        Self::untyped(provider.into(), environment)
    }

    /// A provider of any kind, not configured yet.
    ///
    /// # Errors
    /// The provider names two resources or data sources alike.
    pub fn untyped(
        provider: Ref<dyn UntypedProvider>,
        environment: Environment,
    ) -> Result<Self, Diagnostics> {
        let mut twice = Diagnostics::new();
        let mut resources = BTreeMap::new();
        for resource in provider.resources() {
            let name = resource.schema().type_name.as_str().to_owned();
            if resources.contains_key(&name) {
                twice.push(named_twice("resource", &name));
            }
            resources.insert(name, resource);
        }
        let mut data_sources = BTreeMap::new();
        for source in provider.data_sources() {
            let name = source.schema().type_name.as_str().to_owned();
            if data_sources.contains_key(&name) {
                twice.push(named_twice("data source", &name));
            }
            data_sources.insert(name, source);
        }
        if twice.has_errors() {
            return Err(twice);
        }
        let schemas = Schemas {
            provider: provider.schema(),
            provider_meta: provider.provider_meta(),
            resources: resources
                .iter()
                .map(|(name, resource)| (name.clone(), resource.schema()))
                .collect(),
            data_sources: data_sources
                .iter()
                .map(|(name, source)| (name.clone(), source.schema()))
                .collect(),
        };
        let strict = match environment.get(STRICT) {
            None | Some("") => cfg!(debug_assertions),
            Some(value) => !matches!(value, "0" | "false" | "off"),
        };
        Ok(Instance {
            inner: Arc::new(Inner {
                provider,
                resources,
                data_sources,
                schemas,
                environment: Arc::new(environment),
                strict,
                client: RwLock::new(Client::None),
                terraform_version: RwLock::default(),
                running: Mutex::new(HashMap::new()),
                next: AtomicU64::new(0),
            }),
            grace: Grace::default(),
            provider_meta: None,
        })
    }

    /// The same instance, with more or less patience after a stop or a timeout.
    #[must_use]
    pub fn with_grace(mut self, grace: Grace) -> Self {
        self.grace = grace;
        self
    }

    /// The provider's schemas.
    #[must_use]
    pub fn schemas(&self) -> &Schemas {
        &self.inner.schemas
    }

    /// What is wrong with the defaults that functions and expressions make: their fields' own
    /// validators refuse them. The environment is left out: what it holds is the user's, and is
    /// checked in a plan.
    pub fn wrong_defaults(&self) -> Diagnostics {
        let environment = Environment::default();
        let schemas = self.schemas();
        let mut found = Diagnostics::new();
        for schema in [&schemas.provider]
            .into_iter()
            .chain(schemas.resources.values())
            .chain(schemas.data_sources.values())
        {
            // A function that panics is told where it is called for somebody's resource.
            let wrong = caught(|| check_defaults(schema, &environment)).unwrap_or_default();
            for wrong in wrong {
                found.push(Diagnostic {
                    summary: format!("{}: {}", &*schema.type_name, wrong.summary),
                    path: Path::root(),
                    ..wrong
                });
            }
        }
        found
    }

    /// The environment that the provider was started with.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.inner.environment
    }

    /// Tells everything that runs to end. Later calls are accepted again.
    pub fn stop(&self) {
        let running: Vec<_> = {
            let running = self.inner.running.lock();
            let running = running.unwrap_or_else(PoisonError::into_inner);
            running.values().cloned().collect()
        };
        for call in running {
            call.signal.fire(Reason::Stopped);
        }
    }

    /// The calls of author code that have not come back, for a person who wonders what is waited
    /// for: `create of disk_image`.
    #[must_use]
    pub fn running(&self) -> Vec<String> {
        let running = self.inner.running.lock();
        let running = running.unwrap_or_else(PoisonError::into_inner);
        let mut calls: Vec<String> = running
            .values()
            .map(|call| format!("{} of {}", call.operation, call.type_name))
            .collect();
        calls.sort_unstable();
        calls
    }

    /// The client of a provider that is configured; otherwise why there is none.
    #[doc(hidden)]
    pub fn client_of<P: Provider>(&self) -> Result<Arc<P::Client>, String> {
        let client = self.inner.client.read();
        let client = client.unwrap_or_else(PoisonError::into_inner).clone();
        match client {
            Client::Ready(client) => client
                .downcast()
                .map_err(|_| "the client is that of another provider".to_owned()),
            Client::None | Client::Failed => Err("the provider is not configured".to_owned()),
            Client::Unknown(fields) => Err(format!("the settings {fields} are not known")),
        }
    }

    /// The code of a resource.
    ///
    /// # Errors
    /// The provider has none of this type.
    #[doc(hidden)]
    pub fn resource(&self, type_name: &str) -> Result<&Ref<dyn UntypedResource>, Diagnostic> {
        let known = &self.inner.resources;
        known
            .get(type_name)
            .ok_or_else(|| unknown_type("resource", type_name, known.keys()))
    }

    /// The code of a data source.
    ///
    /// # Errors
    /// The provider has none of this type.
    #[doc(hidden)]
    pub fn data_source(&self, type_name: &str) -> Result<&Ref<dyn UntypedDataSource>, Diagnostic> {
        let known = &self.inner.data_sources;
        known
            .get(type_name)
            .ok_or_else(|| unknown_type("data source", type_name, known.keys()))
    }
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance")
            .field("provider", &self.inner.schemas.provider.type_name)
            .finish_non_exhaustive()
    }
}

fn named_twice(what: &str, name: &str) -> Diagnostic {
    Diagnostic::error(format!("The {what} {name} is registered more than once"))
        .with_detail("This is a bug in the provider.")
}

fn unknown_type<'a>(
    what: &str,
    type_name: &str,
    known: impl Iterator<Item = &'a String>,
) -> Diagnostic {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let known = if known.is_empty() {
        format!("It has no {what} at all.")
    } else {
        format!("It has: {}.", known.join(", "))
    };
    Diagnostic::error(format!("The provider has no {what} {type_name:?}")).with_detail(known)
}
