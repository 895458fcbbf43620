//! Types that are registered by struct, as the lifecycle uses them: without their type.

/// Code shared by all kinds.
macro_rules! of_provider {
    ($implementor:ident) => {
        fn implementor(&self) -> std::any::TypeId {
            std::any::TypeId::of::<$implementor>()
        }

        fn schema(&self) -> schema_runtime::refs::Ref<schema_runtime::schema::Schema> {
            schema_runtime::object::schema::<$implementor>().into()
        }

        fn validate(
            &self,
            config: &schema_runtime::value::Value,
        ) -> schema_runtime::diagnostics::Diagnostics {
            $implementor::validate(schema_runtime::data::ConfigData::new(config))
        }
    };
}

/// Runs provider code with data of this type.
macro_rules! with_data {
    ($type:ident, $data:ident => $call:expr) => {
        Box::pin(async move {
            let mut $data = $type::new($data);
            let result = $call.await;
            ($data.into_core(), result)
        })
    };
}

mod action;
mod data_source;
mod ephemeral;
mod function;
mod list;
mod resource;
mod state_store;

pub(crate) use action::{PlanSupport, TypedAction};
pub(crate) use data_source::TypedDataSource;
pub(crate) use ephemeral::{RenewSupport, TypedEphemeral};
pub(crate) use function::TypedFunction;
pub(crate) use list::TypedList;
pub(crate) use resource::{Typed, UpdateSupport};
pub(crate) use state_store::TypedStateStore;

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use schema_runtime::data::ConfigData;
use schema_runtime::object::provider_meta_schema;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::context::{AnyClient, Cx};
use crate::result::Result;
use crate::traits::{IsProvider, Provider};
use crate::untyped::{
    BoxFuture, UntypedAction, UntypedDataSource, UntypedEphemeral, UntypedFunction, UntypedList,
    UntypedProvider, UntypedResource, UntypedStateStore,
};

/// A type with the optional function of its kind: an update, a plan or a renewal.
#[doc(hidden)]
#[derive(Debug)]
pub enum With {}

/// A type without it.
#[doc(hidden)]
#[derive(Debug)]
pub enum Without {}

/// Provider code with borrowed data.
type Boxed<'a> = Pin<Box<dyn Future<Output = Result> + Send + 'a>>;

/// Runs an operation through the provider's wrapper; without a client yet, runs it directly.
///
/// The operation is boxed, so that the wrapper is compiled once, and not for each of them.
async fn run<P: IsProvider>(cx: &Cx, operation: Boxed<'_>) -> Result {
    match cx.client_as::<<P::Itself as Provider>::Client>() {
        Ok(client) => P::Itself::run_operation(cx, client, operation).await,
        Err(_) => operation.await,
    }
}

/// The lists of a provider without their types.
macro_rules! untyped_lists {
    ($($list:ident: $code:ident,)+) => {$(
        fn $list(&self) -> Vec<Ref<dyn $code>> {
            // A loop is a fifth of the code that an iterator becomes, in each provider.
            let mut all: Vec<Ref<dyn $code>> = Vec::new();
            for def in P::$list() {
                all.push(def.untyped.into());
            }
            all
        }
    )+};
}

/// A [`Provider`] without its type.
pub(crate) struct TypedProvider<P>(pub(crate) PhantomData<fn() -> P>);

impl<P: Provider> UntypedProvider for TypedProvider<P> {
    of_provider!(P);

    fn provider_meta(&self) -> Option<Ref<Schema>> {
        provider_meta_schema::<P>().map(Ref::from)
    }

    fn accepts_unknown(&self) -> bool {
        P::accepts_unknown()
    }

    fn configure(&self, cx: Cx, config: Value) -> BoxFuture<Result<AnyClient>> {
        Box::pin(async move {
            let client = P::configure(&cx, ConfigData::new(&config)).await?;
            Ok(Arc::new(client) as AnyClient)
        })
    }

    untyped_lists! {
        resources: UntypedResource,
        data_sources: UntypedDataSource,
        ephemeral_resources: UntypedEphemeral,
        list_resources: UntypedList,
        actions: UntypedAction,
        state_stores: UntypedStateStore,
        functions: UntypedFunction,
    }
}
