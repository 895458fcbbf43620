//! A provider for any schemas, through the dynamic door, with a life in memory for each resource.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use schema_provider::lifecycle::Instance;
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
};
use schema_provider::{Cx, MovedState, OldState};
use schema_runtime::data::DataCore;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::file_store::FileStore;

/// The provider. `ANY_DIRECTORY` names the directory of its objects.
#[derive(Debug)]
pub struct Any {
    settings: Arc<Schema>,
    resources: Vec<Arc<Thing>>,
    data_sources: Vec<Arc<Thing>>,
}

/// A plan hook.
pub type Hook = Box<dyn Fn(&mut PlanCore) + Send + Sync>;

/// A resource or data source.
pub struct Thing {
    schema: Arc<Schema>,
    hook: Option<Hook>,
}

impl fmt::Debug for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Thing")
            .field(&self.schema.type_name)
            .finish()
    }
}

impl Thing {
    /// Of this schema, without a plan hook.
    #[must_use]
    pub fn new(schema: Schema) -> Self {
        Thing {
            schema: Arc::new(schema),
            hook: None,
        }
    }

    /// With a plan hook.
    #[must_use]
    pub fn with_hook(mut self, hook: Hook) -> Self {
        self.hook = Some(hook);
        self
    }
}

impl Any {
    /// Of these.
    #[must_use]
    pub fn new(settings: Schema, resources: Vec<Thing>, data_sources: Vec<Thing>) -> Self {
        let shared = |things: Vec<Thing>| things.into_iter().map(Arc::new).collect();
        Any {
            settings: Arc::new(settings),
            resources: shared(resources),
            data_sources: shared(data_sources),
        }
    }

    /// Ready to serve.
    ///
    /// # Errors
    /// A schema breaks a rule.
    pub fn instance(self) -> Result<Instance, Diagnostics> {
        let provider: Arc<dyn UntypedProvider> = Arc::new(self);
        Instance::untyped(provider.into(), std::env::vars().collect())
    }
}

impl UntypedProvider for Any {
    fn schema(&self) -> Ref<Schema> {
        Arc::clone(&self.settings).into()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient, Diagnostics>> {
        Box::pin(async {
            let directory = std::env::var_os("ANY_DIRECTORY").map(PathBuf::from);
            let store = FileStore::open(directory.unwrap_or_else(|| "any".into()))?;
            Ok(Arc::new(store) as AnyClient)
        })
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        let things = self.resources.iter();
        things
            .map(|thing| Ref::from(Arc::clone(thing) as Arc<dyn UntypedResource>))
            .collect()
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        let things = self.data_sources.iter();
        things
            .map(|thing| Ref::from(Arc::clone(thing) as Arc<dyn UntypedDataSource>))
            .collect()
    }
}

/// Runs an operation of the store.
fn with(
    cx: Cx,
    mut data: DataCore,
    operation: fn(&FileStore, &mut DataCore) -> Result<(), Diagnostics>,
) -> BoxFuture<Ended<DataCore>> {
    Box::pin(async move {
        let result = match cx.client_as::<FileStore>() {
            Ok(store) => operation(store, &mut data),
            Err(errors) => Err(errors.into()),
        };
        (data, result)
    })
}

impl UntypedResource for Thing {
    fn schema(&self) -> Ref<Schema> {
        Arc::clone(&self.schema).into()
    }

    fn can_update(&self) -> bool {
        true
    }

    fn plan(&self, _: Cx, mut plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        if let Some(hook) = &self.hook {
            hook(&mut plan);
        }
        Box::pin(std::future::ready((plan, Ok(()))))
    }

    fn create(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, FileStore::create)
    }

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, FileStore::read)
    }

    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, FileStore::update)
    }

    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, FileStore::delete)
    }

    fn upgrade(&self, _: Cx, _: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        // A document holds one version; what fits by name and type is kept.
        Box::pin(std::future::ready((data, Ok(()))))
    }

    fn move_from(&self, _: Cx, _: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(std::future::ready((data, Ok(()))))
    }
}

impl UntypedDataSource for Thing {
    fn schema(&self) -> Ref<Schema> {
        Arc::clone(&self.schema).into()
    }

    fn read(&self, _: Cx, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        crate::file_store::look_up(&mut data);
        Box::pin(std::future::ready((data, Ok(()))))
    }
}
