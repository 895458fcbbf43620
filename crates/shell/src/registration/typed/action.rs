//! An action, with or without its plan.

use std::future::Future;
use std::marker::PhantomData;

use schema_runtime::data::ConfigData;
use schema_runtime::value::Value;

use super::{With, Without, run};
use crate::context::Cx;
use crate::result::Result;
use crate::traits::{Action, ActionPlan};
use crate::untyped::{BoxFuture, UntypedAction};

/// An [`Action`] without its type; `P` says whether it has a plan.
pub(crate) struct TypedAction<T, P>(pub(crate) PhantomData<fn() -> (T, P)>);

/// How an action is planned.
#[doc(hidden)]
pub trait PlanSupport<T> {
    /// Whether it looks at its configuration.
    const POSSIBLE: bool;
    /// Plans the action.
    fn plan(cx: &Cx<T>, config: ConfigData<'_, T>) -> impl Future<Output = Result> + Send;
}

impl<T: ActionPlan> PlanSupport<T> for With {
    const POSSIBLE: bool = true;

    fn plan(cx: &Cx<T>, config: ConfigData<'_, T>) -> impl Future<Output = Result> + Send {
        T::plan(cx, config)
    }
}

impl<T: Action> PlanSupport<T> for Without {
    const POSSIBLE: bool = false;

    fn plan(_: &Cx<T>, _: ConfigData<'_, T>) -> impl Future<Output = Result> + Send {
        std::future::ready(Ok(()))
    }
}

impl<T: Action, P: PlanSupport<T> + 'static> UntypedAction for TypedAction<T, P> {
    of_provider!(T);

    fn invoke(&self, cx: Cx, config: Value) -> BoxFuture<Result> {
        Box::pin(async move {
            let typed = cx.typed();
            run::<T::Provider>(&cx, Box::pin(T::invoke(&typed, ConfigData::new(&config)))).await
        })
    }

    fn has_plan(&self) -> bool {
        P::POSSIBLE
    }

    fn plan(&self, cx: Cx, config: Value) -> BoxFuture<Result> {
        Box::pin(async move { P::plan(&cx.typed(), ConfigData::new(&config)).await })
    }
}
