//! Providers, resources and data sources without their types: what the [lifecycle](crate::lifecycle)
//! works with.
//!
//! The traits here are implemented for everything that is registered by its struct. Implement them
//! by hand for a provider whose schemas are only known at run time.

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use schema_runtime::data::{ConfigData, DataCore, PlanData, ResourceData};
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::object::{provider_meta_schema, schema};
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::{Cx, DataSource, MovedState, OldState, Provider, Resource, Result, Update};

pub use crate::context::{HasClient, Member, OfDataSource, OfResource};

/// A future on the heap.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What comes back from author code: the data with everything that was set, and how it ended.
pub type Ended<T> = (T, Result);

/// A client of any type, as [`Cx::client_as`] finds it.
pub type AnyClient = Arc<dyn std::any::Any + Send + Sync>;

/// A provider of any kind.
pub trait UntypedProvider: Send + Sync {
    /// The schema of its settings.
    fn schema(&self) -> Ref<Schema>;
    /// The schema of its `provider_meta` blocks, if it takes any.
    fn provider_meta(&self) -> Option<Ref<Schema>> {
        None
    }
    /// See [`Provider::accepts_unknown`].
    fn accepts_unknown(&self) -> bool {
        false
    }
    /// See [`Provider::validate`].
    fn validate(&self, config: &Value) -> Diagnostics {
        let _ = config;
        Diagnostics::new()
    }
    /// See [`Provider::configure`].
    fn configure(&self, cx: Cx, config: Value) -> BoxFuture<Result<AnyClient>>;
    /// Its resources.
    fn resources(&self) -> Vec<Ref<dyn UntypedResource>>;
    /// Its data sources.
    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>>;
}

/// A resource of any kind. The functions are those of [`Resource`] and [`Update`].
pub trait UntypedResource: Send + Sync {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    /// Whether it can be changed in place.
    fn can_update(&self) -> bool;
    /// See [`Resource::validate`].
    fn validate(&self, config: &Value) -> Diagnostics {
        let _ = config;
        Diagnostics::new()
    }
    /// See [`Resource::create`].
    fn create(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::exists`] and [`Resource::read`].
    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Update::update`]; only called where [`can_update`](Self::can_update) says so.
    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::delete`].
    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::plan`].
    fn plan(&self, cx: Cx, plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        let _ = cx;
        Box::pin(std::future::ready((plan, Ok(()))))
    }
    /// See [`Resource::import`].
    fn import(&self, cx: Cx, id: String, mut data: DataCore) -> BoxFuture<Ended<DataCore>> {
        let _ = cx;
        data.set_id(id);
        Box::pin(std::future::ready((data, Ok(()))))
    }
    /// See [`Resource::upgrade`].
    fn upgrade(&self, cx: Cx, old: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>>;
    /// See [`Resource::move_from`].
    fn move_from(&self, cx: Cx, from: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>>;
}

/// A data source of any kind. The functions are those of [`DataSource`].
pub trait UntypedDataSource: Send + Sync {
    /// Its schema.
    fn schema(&self) -> Ref<Schema>;
    /// See [`DataSource::validate`].
    fn validate(&self, config: &Value) -> Diagnostics {
        let _ = config;
        Diagnostics::new()
    }
    /// See [`DataSource::read`].
    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>>;
}

/// A [`Provider`] without its type.
pub(crate) struct TypedProvider<P>(PhantomData<fn() -> P>);

impl<P: Provider> TypedProvider<P> {
    pub(crate) const NEW: Self = TypedProvider(PhantomData);
}

impl<P: Provider> UntypedProvider for TypedProvider<P> {
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
        P::resources().iter().map(|def| def.life.into()).collect()
    }

    fn data_sources(&self) -> Vec<Ref<dyn UntypedDataSource>> {
        P::data_sources()
            .iter()
            .map(|def| def.life.into())
            .collect()
    }
}

/// A [`Resource`] without its type; `U` says whether it has an update.
#[doc(hidden)]
pub struct Typed<R, U>(PhantomData<fn() -> (R, U)>);

impl<R: Resource, U> Typed<R, U> {
    pub(crate) const NEW: Self = Typed(PhantomData);
}

/// How a resource is updated.
#[doc(hidden)]
pub trait Updating<R> {
    /// Whether it is.
    const POSSIBLE: bool;
    /// Does it.
    fn update(cx: &Cx<R>, data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send;
}

/// A resource with an update.
#[doc(hidden)]
#[derive(Debug)]
pub enum Yes {}

/// A resource without one.
#[doc(hidden)]
#[derive(Debug)]
pub enum No {}

impl<R: Update> Updating<R> for Yes {
    const POSSIBLE: bool = true;

    fn update(cx: &Cx<R>, data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send {
        R::update(cx, data)
    }
}

impl<R: Resource> Updating<R> for No {
    const POSSIBLE: bool = false;

    fn update(cx: &Cx<R>, _data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send {
        let error = no_update(cx.type_name());
        std::future::ready(Err(error.into()))
    }
}

/// The error of an update that the provider does not have.
pub(crate) fn no_update(type_name: &str) -> Diagnostic {
    Diagnostic::error(format!("{type_name} cannot be changed in place")).with_detail(
        "The plan changes this resource in place, but the provider has no update for it. This is \
         a bug in the provider: every field of such a resource must force a replacement.",
    )
}

impl<R: Resource, U: Updating<R> + 'static> UntypedResource for Typed<R, U> {
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
#[doc(hidden)]
pub struct TypedDataSource<D>(PhantomData<fn() -> D>);

impl<D: DataSource> TypedDataSource<D> {
    pub(crate) const NEW: Self = TypedDataSource(PhantomData);
}

impl<D: DataSource> UntypedDataSource for TypedDataSource<D> {
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
