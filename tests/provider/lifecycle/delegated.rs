//! Methods of a provider developer that delegate to another type's default method are called every
//! time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use schema_provider::lifecycle::{Instance, PlanRequest};
use schema_provider::prelude::*;
use schema_provider::untyped::{
    AnyClient, BoxFuture, Ended, UntypedDataSource, UntypedProvider, UntypedResource,
};
use schema_provider::{MovedState, OldState, Value};
use schema_runtime::data::DataCore;
use schema_runtime::object::schema;
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;

#[derive(Schema)]
#[schema(provider = "delegated")]
struct Settings {}

#[derive(Schema)]
#[schema(resource = "delegated_thing")]
struct Fields {
    #[field(optional, force_new)]
    name: Option<String>,
}

/// A resource without `validate` and `plan`.
struct Inner;

/// Delegates to [`Inner`], and reports an error from the second call on.
struct Outer {
    validated: AtomicU32,
    planned: AtomicU32,
}

struct Delegating;

fn from_the_second_on(calls: &AtomicU32) -> Diagnostics {
    match calls.fetch_add(1, Ordering::SeqCst) {
        0 => Diagnostics::new(),
        _ => Diagnostic::error("asked again").into(),
    }
}

fn unchanged<T: Send + 'static>(data: T) -> BoxFuture<Ended<T>> {
    Box::pin(std::future::ready((data, Ok(()))))
}

impl UntypedProvider for Delegating {
    fn schema(&self) -> Ref<schema_runtime::schema::Schema> {
        schema::<Settings>().into()
    }

    fn configure(&self, _: Cx, _: Value) -> BoxFuture<Result<AnyClient>> {
        Box::pin(std::future::ready(Ok(Arc::new(()) as AnyClient)))
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        let outer = Outer {
            validated: AtomicU32::new(0),
            planned: AtomicU32::new(0),
        };
        vec![Ref::from(Arc::new(outer) as Arc<dyn UntypedResource>)]
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        Vec::new()
    }
}

macro_rules! does_nothing {
    () => {
        fn schema(&self) -> Ref<schema_runtime::schema::Schema> {
            schema::<Fields>().into()
        }

        fn can_update(&self) -> bool {
            true
        }

        fn create(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
            unchanged(data)
        }

        fn read(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
            unchanged(data)
        }

        fn update(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
            unchanged(data)
        }

        fn delete(&self, _: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
            unchanged(data)
        }

        fn upgrade(&self, _: Cx, _: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
            unchanged(data)
        }

        fn move_from(&self, _: Cx, _: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
            unchanged(data)
        }
    };
}

impl UntypedResource for Inner {
    does_nothing!();
}

impl UntypedResource for Outer {
    does_nothing!();

    fn validate(&self, config: &Value) -> Diagnostics {
        let mut found = Inner.validate(config);
        found.extend(from_the_second_on(&self.validated));
        found
    }

    fn plan(&self, cx: Cx, plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        let found = from_the_second_on(&self.planned);
        let inner = Inner.plan(cx, plan);
        Box::pin(async move {
            let (plan, _) = inner.await;
            match found.has_errors() {
                true => (plan, Err(found)),
                false => (plan, Ok(())),
            }
        })
    }
}

#[tokio::test]
async fn a_method_that_delegates_to_a_default_is_called_every_time() {
    let provider: Arc<dyn UntypedProvider> = Arc::new(Delegating);
    let instance = Instance::untyped(provider.into(), Environment::default()).unwrap();
    let config = crate::host::object(schema::<Fields>(), r#"{"name":"a"}"#);
    let request = PlanRequest {
        prior_identity: None,
        type_name: "delegated_thing".to_owned(),
        prior_state: Value::Null,
        config: config.clone(),
        prior_private: Vec::new(),
        planned_private: None,
    };
    for call in 0..3 {
        let validated = instance.validate_resource_config("delegated_thing", &config);
        assert_eq!(validated.await.has_errors(), call > 0, "validate {call}");
        let planned = instance.plan_resource_change(request.clone()).await;
        let errors = planned.diagnostics.has_errors();
        assert_eq!(errors, call > 0, "plan {call}: {}", planned.diagnostics);
    }
}
