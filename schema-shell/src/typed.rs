//! What is registered by its struct, as the lifecycle works with it: without its type.

use std::any::TypeId;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use bytes::Bytes;
use schema_runtime::data::{ConfigData, DataCore, PlanData, ResourceData};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::field_type::Mismatch;
use schema_runtime::object::{
    OwnIdentity, decode, function_schema, identity_schema, import_pattern, provider_meta_schema,
    schema,
};
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{FunctionSchema, IdentitySchema, Schema};
use schema_runtime::value::Value;

use crate::action::{Action, ActionPlan};
use crate::context::{AnyClient, Cx};
use crate::data_source::DataSource;
use crate::ephemeral::{Ephemeral, Renew};
use crate::ephemeral_data::{EphemeralCore, EphemeralData, OpenData};
use crate::found::{Found, FoundCore};
use crate::function::{Function, FunctionError};
use crate::list::List;
use crate::old_identity::OldIdentity;
use crate::old_state::{MovedState, OldState};
use crate::provider::Provider;
use crate::resource::{Resource, Update};
use crate::result::Result;
use crate::state_lock::{LockInfo, LockOutcome, UnlockOutcome};
use crate::state_store::StateStore;
use crate::untyped::{
    BoxFuture, Ended, UntypedAction, UntypedDataSource, UntypedEphemeral, UntypedFunction,
    UntypedList, UntypedProvider, UntypedResource, UntypedStateStore, no_renew, no_update,
};

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

/// A [`Resource`] without its type; `U` says whether it has an update.
pub(crate) struct Typed<R, U>(PhantomData<fn() -> (R, U)>);

impl<R: Resource, U> Typed<R, U> {
    pub(crate) const NEW: Self = Typed(PhantomData);
}

/// How a resource is updated.
#[doc(hidden)]
pub trait UpdateSupport<R> {
    /// Whether it is.
    const POSSIBLE: bool;
    /// Does it.
    fn update(cx: &Cx<R>, data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send;
}

/// A resource with an update.
#[doc(hidden)]
#[derive(Debug)]
pub enum WithUpdate {}

/// A resource without one.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoUpdate {}

impl<R: Update> UpdateSupport<R> for WithUpdate {
    const POSSIBLE: bool = true;

    fn update(cx: &Cx<R>, data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send {
        R::update(cx, data)
    }
}

impl<R: Resource> UpdateSupport<R> for NoUpdate {
    const POSSIBLE: bool = false;

    fn update(cx: &Cx<R>, _data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send {
        let error = no_update(cx.type_name());
        std::future::ready(Err(error.into()))
    }
}

impl<R: Resource, U: UpdateSupport<R> + 'static> UntypedResource for Typed<R, U> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<R>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<R>().into()
    }

    fn can_update(&self) -> bool {
        U::POSSIBLE
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        R::validate(ConfigData::new(config))
    }

    fn create(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = R::create(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let cx = cx.typed();
            let mut data = ResourceData::new(data);
            let result = match R::exists(&cx, &data).await {
                Ok(true) => R::read(&cx, &mut data).await,
                Ok(false) => {
                    data.gone();
                    Ok(())
                }
                Err(error) => Err(error),
            };
            (data.into_core(), result)
        })
    }

    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = U::update(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }

    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = R::delete(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }

    fn plan(&self, cx: Cx, plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        Box::pin(async move {
            let mut plan = PlanData::new(plan);
            let result = R::plan(&cx.typed(), &mut plan).await;
            (plan.into_core(), result)
        })
    }

    fn import(&self, cx: Cx, id: String, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = R::import(&cx.typed(), &id, &mut data).await;
            (data.into_core(), result)
        })
    }

    fn import_pattern(&self) -> Option<String> {
        import_pattern::<R>().map(str::to_owned)
    }

    fn identity(&self) -> Option<Ref<IdentitySchema>> {
        identity_schema::<R>().map(|schema| Arc::new(schema).into())
    }

    fn import_identity(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = R::import_identity(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }

    fn upgrade_identity(&self, cx: Cx, old: OldIdentity) -> BoxFuture<Result<Option<Value>>> {
        Box::pin(async move {
            let upgraded = R::upgrade_identity(&cx.typed(), &old).await?;
            Ok(upgraded.map(OwnIdentity::__value))
        })
    }

    fn upgrade(&self, cx: Cx, old: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = R::upgrade(&cx.typed(), &old, &mut data).await;
            (data.into_core(), result)
        })
    }

    fn move_from(&self, cx: Cx, from: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = R::move_from(&cx.typed(), &from, &mut data).await;
            (data.into_core(), result)
        })
    }
}

/// A [`DataSource`] without its type.
pub(crate) struct TypedDataSource<D>(PhantomData<fn() -> D>);

impl<D: DataSource> TypedDataSource<D> {
    pub(crate) const NEW: Self = TypedDataSource(PhantomData);
}

impl<D: DataSource> UntypedDataSource for TypedDataSource<D> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<D>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<D>().into()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        D::validate(ConfigData::new(config))
    }

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let mut data = ResourceData::new(data);
            let result = D::read(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }
}

/// An [`Ephemeral`] without its type; `U` says whether it is renewed.
pub(crate) struct TypedEphemeral<T, U>(PhantomData<fn() -> (T, U)>);

impl<T: Ephemeral, U> TypedEphemeral<T, U> {
    pub(crate) const NEW: Self = TypedEphemeral(PhantomData);
}

/// How an ephemeral resource is renewed.
#[doc(hidden)]
pub trait RenewSupport<T> {
    /// Whether it is.
    const POSSIBLE: bool;
    /// Does it.
    fn renew(cx: &Cx<T>, data: &mut EphemeralData<T>) -> impl Future<Output = Result> + Send;
}

/// An ephemeral resource that is renewed.
#[doc(hidden)]
#[derive(Debug)]
pub enum WithRenew {}

/// An ephemeral resource that is not.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoRenew {}

impl<T: Renew> RenewSupport<T> for WithRenew {
    const POSSIBLE: bool = true;

    fn renew(cx: &Cx<T>, data: &mut EphemeralData<T>) -> impl Future<Output = Result> + Send {
        T::renew(cx, data)
    }
}

impl<T: Ephemeral> RenewSupport<T> for NoRenew {
    const POSSIBLE: bool = false;

    fn renew(cx: &Cx<T>, _data: &mut EphemeralData<T>) -> impl Future<Output = Result> + Send {
        let error = no_renew(cx.type_name());
        std::future::ready(Err(error.into()))
    }
}

impl<T: Ephemeral, U: RenewSupport<T> + 'static> UntypedEphemeral for TypedEphemeral<T, U> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<T>().into()
    }

    fn can_renew(&self) -> bool {
        U::POSSIBLE
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        T::validate(ConfigData::new(config))
    }

    fn open(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        Box::pin(async move {
            let mut data = OpenData::new(data);
            let result = T::open(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }

    fn renew(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        Box::pin(async move {
            let mut data = EphemeralData::new(data);
            let result = U::renew(&cx.typed(), &mut data).await;
            (data.into_core(), result)
        })
    }

    fn close(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        Box::pin(async move {
            let data = EphemeralData::new(data);
            let result = T::close(&cx.typed(), &data).await;
            (data.into_core(), result)
        })
    }
}

/// An [`Action`] without its type; `P` says whether it has a plan.
pub(crate) struct TypedAction<T, P>(PhantomData<fn() -> (T, P)>);

impl<T: Action, P> TypedAction<T, P> {
    pub(crate) const NEW: Self = TypedAction(PhantomData);
}

/// How an action is planned.
#[doc(hidden)]
pub trait PlanSupport<T> {
    /// Whether it looks at its configuration.
    const POSSIBLE: bool;
    /// Does it.
    fn plan(cx: &Cx<T>, config: ConfigData<'_, T>) -> impl Future<Output = Result> + Send;
}

/// An action with a plan.
#[doc(hidden)]
#[derive(Debug)]
pub enum WithPlan {}

/// An action without one.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoPlan {}

impl<T: ActionPlan> PlanSupport<T> for WithPlan {
    const POSSIBLE: bool = true;

    fn plan(cx: &Cx<T>, config: ConfigData<'_, T>) -> impl Future<Output = Result> + Send {
        T::plan(cx, config)
    }
}

impl<T: Action> PlanSupport<T> for NoPlan {
    const POSSIBLE: bool = false;

    fn plan(_: &Cx<T>, _: ConfigData<'_, T>) -> impl Future<Output = Result> + Send {
        std::future::ready(Ok(()))
    }
}

impl<T: Action, P: PlanSupport<T> + 'static> UntypedAction for TypedAction<T, P> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<T>().into()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        T::validate(ConfigData::new(config))
    }

    fn invoke(&self, cx: Cx, config: Value) -> BoxFuture<Result> {
        Box::pin(async move { T::invoke(&cx.typed(), ConfigData::new(&config)).await })
    }

    fn has_plan(&self) -> bool {
        P::POSSIBLE
    }

    fn plan(&self, cx: Cx, config: Value) -> BoxFuture<Result> {
        Box::pin(async move { P::plan(&cx.typed(), ConfigData::new(&config)).await })
    }
}

/// A [`StateStore`] without its type.
pub(crate) struct TypedStateStore<T>(PhantomData<fn() -> T>);

impl<T: StateStore> TypedStateStore<T> {
    pub(crate) const NEW: Self = TypedStateStore(PhantomData);
}

impl<T: StateStore> UntypedStateStore for TypedStateStore<T> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<T>().into()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        T::validate(ConfigData::new(config))
    }

    fn configure(&self, cx: Cx, config: Value) -> BoxFuture<Result<AnyClient>> {
        Box::pin(async move {
            let store = T::configure(&cx.typed(), ConfigData::new(&config)).await?;
            Ok(Arc::new(store) as AnyClient)
        })
    }

    fn read(&self, cx: Cx, store: AnyClient, state_id: String) -> BoxFuture<Result<Option<Bytes>>> {
        Box::pin(async move { T::read(&cx.typed(), store_of::<T>(&store)?, &state_id).await })
    }

    fn write(&self, cx: Cx, store: AnyClient, state_id: String, state: Bytes) -> BoxFuture<Result> {
        Box::pin(
            async move { T::write(&cx.typed(), store_of::<T>(&store)?, &state_id, state).await },
        )
    }

    fn lock(
        &self,
        cx: Cx,
        store: AnyClient,
        state_id: String,
        lock: LockInfo,
    ) -> BoxFuture<Result<LockOutcome>> {
        Box::pin(
            async move { T::lock(&cx.typed(), store_of::<T>(&store)?, &state_id, &lock).await },
        )
    }

    fn unlock(
        &self,
        cx: Cx,
        store: AnyClient,
        state_id: String,
        lock_id: String,
    ) -> BoxFuture<Result<UnlockOutcome>> {
        Box::pin(async move {
            T::unlock(&cx.typed(), store_of::<T>(&store)?, &state_id, &lock_id).await
        })
    }

    fn list(&self, cx: Cx, store: AnyClient) -> BoxFuture<Result<Vec<String>>> {
        Box::pin(async move { T::list(&cx.typed(), store_of::<T>(&store)?).await })
    }

    fn delete(&self, cx: Cx, store: AnyClient, state_id: String) -> BoxFuture<Result<bool>> {
        Box::pin(async move { T::delete(&cx.typed(), store_of::<T>(&store)?, &state_id).await })
    }
}

/// What `configure` made.
fn store_of<T: StateStore>(store: &AnyClient) -> Result<&T::Store> {
    // Only the same type's `configure` makes it.
    store
        .downcast_ref()
        .ok_or_else(|| Diagnostics::from("the state store is that of another type"))
}

/// A [`List`] without its type.
pub(crate) struct TypedList<R>(PhantomData<fn() -> R>);

impl<R: List> TypedList<R> {
    pub(crate) const NEW: Self = TypedList(PhantomData);
}

impl<R: List> UntypedList for TypedList<R> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<R>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<R::Filter>().into()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        R::validate_filter(ConfigData::new(config))
    }

    fn list(&self, cx: Cx, config: Value, found: FoundCore) -> BoxFuture<Result> {
        Box::pin(async move {
            let mut found = Found::new(found);
            R::list(&cx.typed(), ConfigData::new(&config), &mut found).await
        })
    }
}

/// A [`Function`] without its type.
pub(crate) struct TypedFunction<F>(PhantomData<fn() -> F>);

impl<F: Function> TypedFunction<F> {
    pub(crate) const NEW: Self = TypedFunction(PhantomData);
}

impl<F: Function> UntypedFunction for TypedFunction<F> {
    fn schema(&self) -> Ref<FunctionSchema> {
        function_schema::<F>().into()
    }

    fn call(&self, arguments: Value) -> Result<Value, FunctionError> {
        let function = decode::<F>(&arguments).map_err(unreadable)?;
        match function.call() {
            Ok(output) => Ok(F::__result(output)),
            Err(error) => Err(error.of::<F>()),
        }
    }
}

/// The error of arguments that are no values of the parameters' types; all are told, the first is blamed.
fn unreadable(mismatch: Mismatch) -> FunctionError {
    let error = FunctionError::new(mismatch.to_string());
    match mismatch.places().next() {
        Some((path, _)) => error.at_path(path.clone()),
        None => error,
    }
}
