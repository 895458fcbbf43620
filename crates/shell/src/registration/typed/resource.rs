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

use super::{Boxed, With, Without, run};
use crate::context::Cx;
use crate::result::Result;
use crate::state::{MovedState, OldIdentity, OldState};
use crate::traits::{Resource, Update};
use crate::untyped::{BoxFuture, Ended, UntypedResource, no_update};

/// A [`Resource`] without its type; `U` says whether it has an update.
pub(crate) struct Typed<R, U>(pub(crate) PhantomData<fn() -> (R, U)>);

/// How a resource is updated.
#[doc(hidden)]
pub trait UpdateSupport<R> {
    /// Whether it can be updated.
    const POSSIBLE: bool;
    /// Updates it.
    fn update(cx: &Cx<R>, data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send;
}

impl<R: Update> UpdateSupport<R> for With {
    const POSSIBLE: bool = true;

    fn update(cx: &Cx<R>, data: &mut ResourceData<R>) -> impl Future<Output = Result> + Send {
        R::update(cx, data)
    }
}

impl<R: Resource> UpdateSupport<R> for Without {
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
        call::<R, U>(cx, data, Function::Create)
    }

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        call::<R, U>(cx, data, Function::Read)
    }

    fn update(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        call::<R, U>(cx, data, Function::Update)
    }

    fn delete(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        call::<R, U>(cx, data, Function::Delete)
    }

    fn plan(&self, cx: Cx, plan: PlanCore) -> BoxFuture<Ended<PlanCore>> {
        with_data!(PlanData, plan => R::plan(&cx.typed(), &mut plan))
    }

    fn import(&self, cx: Cx, id: String, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        call::<R, U>(cx, data, Function::Import(id))
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
        call::<R, U>(cx, data, Function::ImportIdentity)
    }

    fn upgrade_identity(&self, cx: Cx, old: OldIdentity) -> BoxFuture<Result<Option<Value>>> {
        Box::pin(async move {
            let upgraded = R::upgrade_identity(&cx.typed(), &old).await?;
            Ok(upgraded.map(OwnIdentity::__value))
        })
    }

    fn upgrade(&self, cx: Cx, old: OldState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        call::<R, U>(cx, data, Function::Upgrade(old))
    }

    fn move_from(&self, cx: Cx, from: MovedState, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        call::<R, U>(cx, data, Function::MoveFrom(from))
    }
}

/// A function of a resource that sets its data, with what else it is called with.
enum Function {
    Create,
    Read,
    Update,
    Delete,
    Import(String),
    ImportIdentity,
    Upgrade(OldState),
    MoveFrom(MovedState),
}

/// Calls a resource's function. All of them share one future, because its code is compiled for each
/// resource.
fn call<R: Resource, U: UpdateSupport<R>>(
    cx: Cx,
    data: DataCore,
    function: Function,
) -> BoxFuture<Ended<DataCore>> {
    Box::pin(async move {
        let (typed, mut data) = (cx.typed(), ResourceData::new(data));
        let called: Boxed<'_> = match &function {
            Function::Create => Box::pin(R::create(&typed, &mut data)),
            Function::Read => Box::pin(read(&typed, &mut data)),
            Function::Update => Box::pin(U::update(&typed, &mut data)),
            Function::Delete => Box::pin(R::delete(&typed, &mut data)),
            Function::Import(id) => Box::pin(R::import(&typed, id, &mut data)),
            Function::ImportIdentity => Box::pin(R::import_identity(&typed, &mut data)),
            Function::Upgrade(old) => Box::pin(R::upgrade(&typed, old, &mut data)),
            Function::MoveFrom(from) => Box::pin(R::move_from(&typed, from, &mut data)),
        };
        let result = match function {
            Function::Create | Function::Read | Function::Update | Function::Delete => {
                run::<R::Provider>(&cx, called).await
            }
            _ => called.await,
        };
        (data.into_core(), result)
    })
}

async fn read<R: Resource>(cx: &Cx<R>, data: &mut ResourceData<R>) -> Result {
    if R::exists(cx, data).await? {
        return R::read(cx, data).await;
    }
    data.mark_gone();
    Ok(())
}
