//! Providers and their contents without static types, for the
//! [lifecycle](crate::lifecycle).
//!
//! The traits here are implemented for every type that is registered by its struct. Implement them
//! directly for a provider whose schemas are only known at run time, for example read from a file
//! or an API. Then values are [`Value`]s, and fields have positions instead of constants.
//!
//! ```
//! use std::sync::Arc;
//!
//! use schema_provider::Value;
//! use schema_provider::lifecycle::Instance;
//! use schema_provider::prelude::*;
//! use schema_provider::schema_runtime::data::DataCore;
//! use schema_provider::schema_runtime::dynamic::read_schema;
//! use schema_provider::schema_runtime::refs::Ref;
//! use schema_provider::schema_runtime::schema::{Schema, SchemaKind};
//! use schema_provider::untyped::{
//!     AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
//! };
//!
//! /// What it looks up is described by a document.
//! struct Inventory {
//!     settings: Arc<Schema>,
//!     hosts: Arc<Hosts>,
//! }
//!
//! struct Hosts {
//!     schema: Arc<Schema>,
//! }
//!
//! impl UntypedProvider for Inventory {
//!     fn schema(&self) -> Ref<Schema> {
//!         self.settings.clone().into()
//!     }
//!
//!     fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient>> {
//!         Box::pin(async { Ok(Arc::new(()) as AnyClient) })
//!     }
//!
//!     fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
//!         Vec::new()
//!     }
//!
//!     fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
//!         vec![(self.hosts.clone() as Arc<dyn UntypedDataSource>).into()]
//!     }
//! }
//!
//! impl UntypedDataSource for Hosts {
//!     fn schema(&self) -> Ref<Schema> {
//!         self.schema.clone().into()
//!     }
//!
//!     fn read(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
//!         let name = self.schema.block.find("name").map(|(place, _)| data.root_value(place));
//!         let address = match name {
//!             Some(Value::String(name)) => format!("{name}.example.com"),
//!             _ => String::new(),
//!         };
//!         if let Some((place, _)) = self.schema.block.find("address") {
//!             data.write(place, Value::from(address), true);
//!         }
//!         Box::pin(async { (data, Ok(())) })
//!     }
//! }
//!
//! # fn main() -> Result {
//! // As Terraform's own schema JSON has it.
//! let document = serde_json::json!({"block": {"attributes": {
//!     "name": {"type": "string", "required": true},
//!     "address": {"type": "string", "computed": true},
//! }}});
//! let hosts = read_schema(SchemaKind::DataSource, "inventory_host", &document)?;
//! let settings = read_schema(SchemaKind::Provider, "inventory", &serde_json::json!({"block": {}}))?;
//! let provider: Arc<dyn UntypedProvider> = Arc::new(Inventory {
//!     settings: Arc::new(settings),
//!     hosts: Arc::new(Hosts { schema: Arc::new(hosts) }),
//! });
//! // What a program serves with `plugin::run`, and runs locally with `local::run_process`.
//! let instance = Instance::untyped(provider.into(), Environment::default())?;
//! # schema_provider::plugin::runtime()?.block_on(async {
//! // The fields in the order of their names: address, name.
//! let config = Value::Object(vec![Value::Null, Value::from("web")]);
//! # let none = instance.configure_provider(Value::Object(Vec::new())).await;
//! # assert!(none.is_empty(), "{none}");
//! let found = instance.read_data_source("inventory_host", config).await;
//! assert_eq!(found.state, Value::Object(vec![Value::from("web.example.com"), Value::from("web")]));
//! # });
//! # Ok(())
//! # }
//! ```

pub(crate) mod default_methods;
pub(crate) mod definition;

use std::any::TypeId;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use schema_runtime::data::DataCore;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{FunctionSchema, IdentitySchema, Schema};
use schema_runtime::value::Value;

use crate::context::{Cx, FunctionError, ListSinkCore};
use crate::result::Result;
use crate::state::{LockInfo, LockOutcome, MovedState, OldIdentity, OldState, UnlockOutcome};
use default_methods::{mark_default, not_validated};

pub use crate::context::{
    AnyClient, EphemeralCore, HasClient, HasProviderMeta, Member, OfAction, OfDataSource,
    OfEphemeral, OfResource, OfStateStore,
};

/// A future on the heap.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The outcome of provider code: the data with everything that was set, and how it ended.
pub type Ended<T> = (T, Result);

/// Requirements of the lifecycle for all kinds that have a schema; the validation is the provider
/// developer's function.
macro_rules! of_provider {
    ($validate:literal) => {
        /// The type whose methods these are: the provider developer's type, if this only represents
        /// it.
        #[doc(hidden)]
        fn implementor(&self) -> TypeId {
            TypeId::of::<Self>()
        }
        #[doc = concat!("See [`", $validate, "`](crate::", $validate, ").")]
        fn validate(&self, config: &Value) -> Diagnostics {
            not_validated::<Self>(config)
        }
    };
}

/// A provider of any kind.
pub trait UntypedProvider: Send + Sync + 'static {
    /// The schema of its settings.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("Provider::validate");
    /// The schema of its `provider_meta` blocks, if it takes any.
    fn provider_meta(&self) -> Option<Ref<Schema>> {
        None
    }
    /// See [`Provider::accepts_unknown`](crate::Provider::accepts_unknown).
    fn accepts_unknown(&self) -> bool {
        false
    }
    /// See [`Provider::configure`](crate::Provider::configure).
    fn configure(&self, cx: Cx, config: Value) -> BoxFuture<Result<AnyClient>>;
    /// Its resources.
    fn resources(&self) -> Vec<Ref<dyn UntypedResource>>;
    /// Its data sources.
    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>>;
    /// Its ephemeral resources.
    fn ephemeral_resources(&self) -> Vec<Ref<dyn UntypedEphemeral>> {
        Vec::new()
    }
    /// Its list resources.
    fn list_resources(&self) -> Vec<Ref<dyn UntypedList>> {
        Vec::new()
    }
    /// Its actions.
    fn actions(&self) -> Vec<Ref<dyn UntypedAction>> {
        Vec::new()
    }
    /// Its state stores.
    fn state_stores(&self) -> Vec<Ref<dyn UntypedStateStore>> {
        Vec::new()
    }
    /// Its functions.
    fn functions(&self) -> Vec<Ref<dyn UntypedFunction>> {
        Vec::new()
    }
}

/// A resource of any kind. The functions are those of [`Resource`](crate::Resource) and
/// [`Update`](crate::Update).
pub trait UntypedResource: Send + Sync + 'static {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("Resource::validate");
    /// Whether it can be changed in place.
    fn can_update(&self) -> bool;
    /// See [`Resource::create`](crate::Resource::create).
    fn create(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::exists`](crate::Resource::exists) and
    /// [`Resource::read`](crate::Resource::read).
    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Update::update`](crate::Update::update); only called if
    /// [`can_update`](Self::can_update) is true.
    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::delete`](crate::Resource::delete).
    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::plan`](crate::Resource::plan).
    fn plan(&self, cx: Cx, plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        let _ = cx;
        mark_default::<Self>();
        Box::pin(std::future::ready((plan, Ok(()))))
    }
    /// See [`Resource::import`](crate::Resource::import).
    fn import(&self, cx: Cx, id: String, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        let _ = cx;
        data.set_id(id);
        Box::pin(std::future::ready((data, Ok(()))))
    }
    /// Whether objects cannot be imported.
    fn refuses_import(&self) -> bool {
        false
    }
    /// The pattern of its import ids (`{directory}/{name}`), if it has one.
    fn import_pattern(&self) -> Option<String> {
        None
    }
    /// Whether its read leaves everything unchanged.
    #[doc(hidden)]
    fn nothing_to_read(&self) -> bool {
        false
    }
    /// The identity of its objects, if any.
    fn identity(&self) -> Option<Ref<IdentitySchema>> {
        None
    }
    /// See [`Resource::import_identity`](crate::Resource::import_identity).
    fn import_identity(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        let _ = cx;
        Box::pin(std::future::ready((data, Ok(()))))
    }
    /// See [`Resource::upgrade_identity`](crate::Resource::upgrade_identity).
    fn upgrade_identity(&self, cx: Cx, old: OldIdentity) -> BoxFuture<Result<Option<Value>>> {
        let _ = (cx, old);
        Box::pin(std::future::ready(Ok(None)))
    }
    /// See [`Resource::upgrade`](crate::Resource::upgrade).
    fn upgrade(&self, cx: Cx, old: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::move_from`](crate::Resource::move_from).
    fn move_from(&self, cx: Cx, from: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>>;
}

/// A data source of any kind. The functions are those of [`DataSource`](crate::DataSource).
pub trait UntypedDataSource: Send + Sync + 'static {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("DataSource::validate");
    /// See [`DataSource::read`](crate::DataSource::read).
    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
}

/// An ephemeral resource of any kind. The functions are those of
/// [`EphemeralResource`](crate::EphemeralResource).
pub trait UntypedEphemeral: Send + Sync + 'static {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("EphemeralResource::validate");
    /// Whether it can be renewed.
    fn can_renew(&self) -> bool {
        false
    }
    /// See [`EphemeralResource::open`](crate::EphemeralResource::open).
    fn open(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>>;
    /// See [`Renew::renew`](crate::Renew::renew); only called if [`can_renew`](Self::can_renew) is
    /// true.
    fn renew(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        let error = no_renew(cx.type_name());
        Box::pin(std::future::ready((data, Err(error.into()))))
    }
    /// See [`EphemeralResource::close`](crate::EphemeralResource::close).
    fn close(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>>;
}

/// A list resource of any kind. The functions are those of [`ListResource`](crate::ListResource).
pub trait UntypedList: Send + Sync + 'static {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("ListResource::validate_filter");
    /// See [`ListResource::list`](crate::ListResource::list); the configuration has its defaults
    /// filled in.
    fn list(&self, cx: Cx, config: Value, found: ListSinkCore) -> BoxFuture<Result>;
}

/// An action of any kind. The functions are those of [`Action`](crate::Action) and
/// [`ActionPlan`](crate::ActionPlan).
pub trait UntypedAction: Send + Sync + 'static {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("Action::validate");
    /// See [`Action::invoke`](crate::Action::invoke).
    fn invoke(&self, cx: Cx, config: Value) -> BoxFuture<Result>;
    /// Whether it checks its configuration in a plan.
    fn has_plan(&self) -> bool {
        false
    }
    /// See [`ActionPlan::plan`](crate::ActionPlan::plan); only called if
    /// [`has_plan`](Self::has_plan) is true.
    fn plan(&self, cx: Cx, config: Value) -> BoxFuture<Result> {
        let _ = (cx, config);
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A state store of any kind. The functions are those of [`StateStore`](crate::StateStore).
pub trait UntypedStateStore: Send + Sync + 'static {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    of_provider!("StateStore::validate");
    /// See [`StateStore::configure`](crate::StateStore::configure); the other functions get its
    /// result.
    fn configure(&self, cx: Cx, config: Value) -> BoxFuture<Result<AnyClient>>;
    /// See [`StateStore::read`](crate::StateStore::read).
    fn read(&self, cx: Cx, store: AnyClient, state_id: String) -> BoxFuture<Result<Option<Bytes>>>;
    /// See [`StateStore::write`](crate::StateStore::write).
    fn write(&self, cx: Cx, store: AnyClient, state_id: String, state: Bytes) -> BoxFuture<Result>;
    /// See [`StateStore::lock`](crate::StateStore::lock).
    fn lock(
        &self,
        cx: Cx,
        store: AnyClient,
        state_id: String,
        lock: LockInfo,
    ) -> BoxFuture<Result<LockOutcome>>;
    /// See [`StateStore::unlock`](crate::StateStore::unlock).
    fn unlock(
        &self,
        cx: Cx,
        store: AnyClient,
        state_id: String,
        lock_id: String,
    ) -> BoxFuture<Result<UnlockOutcome>>;
    /// See [`StateStore::list`](crate::StateStore::list).
    fn list(&self, cx: Cx, store: AnyClient) -> BoxFuture<Result<Vec<String>>>;
    /// See [`StateStore::delete`](crate::StateStore::delete).
    fn delete(&self, cx: Cx, store: AnyClient, state_id: String) -> BoxFuture<Result<bool>>;
}

/// A function of any kind; see [`Function`](crate::Function).
pub trait UntypedFunction: Send + Sync + 'static {
    /// Its signature.
    fn schema(&self) -> Ref<FunctionSchema>;
    /// See [`Function::validate`](crate::Function::validate).
    fn validate(&self, arguments: &Value) -> Diagnostics {
        let _ = arguments;
        Diagnostics::new()
    }
    /// Its result for these arguments: an object with a value for each parameter, in the order of
    /// the table of [`FunctionSchema::parameters`]; a variadic one has the list of all variadic
    /// arguments.
    ///
    /// # Errors
    /// The arguments are invalid.
    fn call(&self, arguments: Value) -> Result<Value, FunctionError>;
}

/// The error for a renewal that the provider does not have.
pub(crate) fn no_renew(type_name: &str) -> Diagnostic {
    Diagnostic::error(format!("{type_name} cannot be renewed")).with_detail(
        "The provider has no renewal for this ephemeral resource and did not ask for one. This is \
         a bug in the program that called the provider.",
    )
}

/// The error for an update that the provider does not have.
pub(crate) fn no_update(type_name: &str) -> Diagnostic {
    Diagnostic::error(format!("{type_name} cannot be changed in place")).with_detail(
        "The plan changes this resource in place, but the provider has no update for it. This is \
         a bug in the provider: every field of such a resource must force a replacement.",
    )
}
