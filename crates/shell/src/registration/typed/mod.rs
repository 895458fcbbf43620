//! What is registered by its struct, as the lifecycle works with it: without its type.

mod action;
mod data_source;
mod ephemeral;
mod function;
mod list;
mod resource;
mod state_store;

pub(crate) use action::{NoPlan, PlanSupport, TypedAction, WithPlan};
pub(crate) use data_source::TypedDataSource;
pub(crate) use ephemeral::{NoRenew, RenewSupport, TypedEphemeral, WithRenew};
pub(crate) use function::TypedFunction;
pub(crate) use list::TypedList;
pub(crate) use resource::{NoUpdate, Typed, UpdateSupport, WithUpdate};
pub(crate) use state_store::TypedStateStore;

use std::any::TypeId;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::{provider_meta_schema, schema};
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

/// Runs an operation as its provider says. Where there is no client yet, author code is told so by itself.
async fn run<P: IsProvider>(cx: &Cx, operation: impl Future<Output = Result> + Send) -> Result {
    match cx.client_as::<<P::Itself as Provider>::Client>() {
        Ok(client) => P::Itself::run_operation(cx, client, operation).await,
        Err(_) => operation.await,
    }
}

/// A [`Provider`] without its type.
pub(crate) struct TypedProvider<P>(PhantomData<fn() -> P>);

impl<P: Provider> TypedProvider<P> {
    pub(crate) const NEW: Self = TypedProvider(PhantomData);
}

impl<P: Provider> UntypedProvider for TypedProvider<P> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<P>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<P>().into()
    }

    fn provider_meta(&self) -> Option<Ref<Schema>> {
        provider_meta_schema::<P>().map(Ref::from)
    }

    fn accepts_unknown(&self) -> bool {
        P::accepts_unknown()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        P::validate(ConfigData::new(config))
    }

    fn configure(&self, cx: Cx, config: Value) -> BoxFuture<Result<AnyClient>> {
        Box::pin(async move {
            let client = P::configure(&cx, ConfigData::new(&config)).await?;
            Ok(Arc::new(client) as AnyClient)
        })
    }

    fn resources(&self) -> Vec<Ref<dyn UntypedResource>> {
        P::resources()
            .iter()
            .map(|def| def.untyped.into())
            .collect()
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        P::data_sources()
            .iter()
            .map(|def| def.untyped.into())
            .collect()
    }

    fn ephemeral_resources(&self) -> Vec<Ref<dyn UntypedEphemeral>> {
        P::ephemeral_resources()
            .iter()
            .map(|def| def.untyped.into())
            .collect()
    }

    fn list_resources(&self) -> Vec<Ref<dyn UntypedList>> {
        P::list_resources()
            .iter()
            .map(|def| def.untyped.into())
            .collect()
    }

    fn actions(&self) -> Vec<Ref<dyn UntypedAction>> {
        P::actions().iter().map(|def| def.untyped.into()).collect()
    }

    fn state_stores(&self) -> Vec<Ref<dyn UntypedStateStore>> {
        P::state_stores()
            .iter()
            .map(|def| def.untyped.into())
            .collect()
    }

    fn functions(&self) -> Vec<Ref<dyn UntypedFunction>> {
        P::functions()
            .iter()
            .map(|def| def.untyped.into())
            .collect()
    }
}
