//! A provider for any schema: it serves the document of `terraform providers schema -json` that
//! `ANY_SCHEMA` names through the dynamic door, with a life in memory for each resource in it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use schema_provider::lifecycle::Instance;
use schema_provider::plugin::{Options, Protocol, run};
use schema_provider::schema_runtime::data::DataCore;
use schema_provider::schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_provider::schema_runtime::dynamic::{ProviderSchemas, read_document};
use schema_provider::schema_runtime::refs::Ref;
use schema_provider::schema_runtime::schema::Schema;
use schema_provider::schema_runtime::value::Value;
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
};
use schema_provider::{Cx, MovedState, OldState, server};
use sdk_tests::memory::Memory;

fn main() -> ExitCode {
    match start() {
        Ok(instance) => {
            let mut options = Options::default();
            // Terraform passes no arguments, so that a test needs another way to ask for it.
            if std::env::var("ANY_PROTOCOL").is_ok_and(|version| version == "5") {
                options.protocols = vec![Protocol::V5];
            }
            run(server::Provider::new(instance), options)
        }
        Err(errors) => {
            eprintln!("{errors}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> Result<Instance, Diagnostics> {
    let path = std::env::var("ANY_SCHEMA")?;
    let document = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let Some(schemas) = read_document(&document)?.into_iter().next() else {
        return Err(Diagnostic::error("the document has no provider").into());
    };
    let provider: Arc<dyn UntypedProvider> = Arc::new(Any::new(schemas)?);
    Instance::untyped(provider.into(), std::env::vars().collect())
}

/// The provider.
struct Any {
    settings: Arc<Schema>,
    resources: Vec<Arc<Thing>>,
    data_sources: Vec<Arc<Thing>>,
}

/// A resource or data source.
struct Thing {
    schema: Arc<Schema>,
}

impl Any {
    fn new(schemas: ProviderSchemas) -> Result<Self, Diagnostics> {
        let Some(settings) = schemas.provider else {
            return Err(Diagnostic::error("the document has no schema of the provider").into());
        };
        let things = |schemas: Vec<Schema>| {
            let things = schemas.into_iter().map(|schema| {
                Arc::new(Thing {
                    schema: Arc::new(schema),
                })
            });
            things.collect()
        };
        Ok(Any {
            settings: Arc::new(settings),
            resources: things(schemas.resources),
            data_sources: things(schemas.data_sources),
        })
    }
}

impl UntypedProvider for Any {
    fn schema(&self) -> Ref<Schema> {
        Arc::clone(&self.settings).into()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient, Diagnostics>> {
        Box::pin(async {
            let directory = std::env::var_os("ANY_DIRECTORY").map(PathBuf::from);
            let memory = Memory::open(directory.unwrap_or_else(|| "any".into()))?;
            Ok(Arc::new(memory) as AnyClient)
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

/// Runs an operation of the memory.
fn with(
    cx: Cx,
    mut data: DataCore,
    operation: fn(&Memory, &mut DataCore) -> Result<(), Diagnostics>,
) -> BoxFuture<Ended<DataCore>> {
    Box::pin(async move {
        let result = match cx.client_as::<Memory>() {
            Ok(memory) => operation(memory, &mut data),
            Err(errors) => Err(errors),
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

    fn create(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, Memory::create)
    }

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, Memory::read)
    }

    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, Memory::update)
    }

    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with(cx, data, Memory::delete)
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
        sdk_tests::memory::look_up(&mut data);
        Box::pin(std::future::ready((data, Ok(()))))
    }
}
