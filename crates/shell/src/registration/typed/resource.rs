//! A resource, with or without its update.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use schema_runtime::data::{DataCore, PlanData, ResourceData};
use schema_runtime::object::{OwnIdentity, identity_schema, import_pattern, refuses_import};
use schema_runtime::plan::PlanCore;
use schema_runtime::refs::Ref;
use schema_runtime::schema::IdentitySchema;
use schema_runtime::value::Value;

use super::run;
use crate::context::Cx;
use crate::result::Result;
use crate::state::{MovedState, OldIdentity, OldState};
use crate::traits::{Resource, Update};
use crate::untyped::{BoxFuture, Ended, UntypedResource, no_update};

/// A [`Resource`] without its type; `U` says whether it has an update.
pub(crate) struct Typed<R, U>(PhantomData<fn() -> (R, U)>);

impl<R: Resource, U> Typed<R, U> {
    pub(crate) const NEW: Self = Typed(PhantomData);
}

/// How a resource is updated.
#[doc(hidden)]
pub trait UpdateSupport<R> {
    /// Whether it can be updated.
    const POSSIBLE: bool;
    /// Updates it.
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
    of_provider!(R);

    fn can_update(&self) -> bool {
        U::POSSIBLE
    }

    fn create(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => run::<R::Provider>(&cx, R::create(&cx.typed(), &mut data)))
    }

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        Box::pin(async move {
            let typed = cx.typed();
            let mut data = ResourceData::new(data);
            let read = async {
                if R::exists(&typed, &data).await? {
                    return R::read(&typed, &mut data).await;
                }
                data.mark_gone();
                Ok(())
            };
            let result = run::<R::Provider>(&cx, read).await;
            (data.into_core(), result)
        })
    }

    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => run::<R::Provider>(&cx, U::update(&cx.typed(), &mut data)))
    }

    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => run::<R::Provider>(&cx, R::delete(&cx.typed(), &mut data)))
    }

    fn plan(&self, cx: Cx, plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        with_data!(PlanData, plan => R::plan(&cx.typed(), &mut plan))
    }

    fn import(&self, cx: Cx, id: String, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => R::import(&cx.typed(), &id, &mut data))
    }

    fn refuses_import(&self) -> bool {
        refuses_import::<R>()
    }

    fn nothing_to_read(&self) -> bool {
        R::NOTHING_TO_READ
    }

    fn import_pattern(&self) -> Option<String> {
        import_pattern::<R>().map(str::to_owned)
    }

    fn identity(&self) -> Option<Ref<IdentitySchema>> {
        identity_schema::<R>().map(|schema| Arc::new(schema).into())
    }

    fn import_identity(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => R::import_identity(&cx.typed(), &mut data))
    }

    fn upgrade_identity(&self, cx: Cx, old: OldIdentity) -> BoxFuture<Result<Option<Value>>> {
        Box::pin(async move {
            let upgraded = R::upgrade_identity(&cx.typed(), &old).await?;
            Ok(upgraded.map(OwnIdentity::__value))
        })
    }

    fn upgrade(&self, cx: Cx, old: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => R::upgrade(&cx.typed(), &old, &mut data))
    }

    fn move_from(&self, cx: Cx, from: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => R::move_from(&cx.typed(), &from, &mut data))
    }
}
