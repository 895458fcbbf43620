//! The code of types marked `unported`: every call is an error that says what to write.
//!
//! Without the mark the compiler requires the provider's own code.

use std::future::{Future, ready};

use bytes::Bytes;
use schema_runtime::__private::{NO_BLOCK, NO_SCHEMA};
use schema_runtime::data::{ConfigData, PlanData, ResourceData};
use schema_runtime::object::{
    ActionRoot, AnyVersion, DataSourceRoot, Decoder, Encoder, EphemeralRoot, FunctionRoot,
    NoProviderMeta, Object, ProviderRoot, ResourceRoot, Root, StateStoreRoot, UnportedList,
    UnportedRoot, Unwritten, unported,
};
use schema_runtime::schema::{Block, Schema};

use super::{
    Action, ActionPlan, DataSource, EphemeralResource, Function, ListResource, Provider, Resource,
    StateStore, Update,
};
use crate::context::{Cx, EphemeralData, FunctionError, FunctionResult, ListSink, OpenData};
use crate::result::Result;
use crate::state::{LockInfo, LockOutcome, MovedState, OldState, UnlockOutcome};

/// The provider of marked types, which belong to any provider.
#[derive(Debug)]
pub struct AnyProvider;

impl Object for AnyProvider {
    const a_struct_cannot_contain_itself: &'static Block = NO_BLOCK;
    type __Meta = Unwritten;
    type __Client<C> = Unwritten;

    fn __decode(_: &mut Decoder<'_>) -> Self {
        Self
    }

    fn __encode(&self, _: &mut Encoder) {}
}

impl Root for AnyProvider {
    const __SCHEMA: &'static Schema = NO_SCHEMA;
    type __Version = AnyVersion;
}

impl ProviderRoot for AnyProvider {
    type Meta = NoProviderMeta;
    const __META: Option<&'static Schema> = None;
}

impl Provider for AnyProvider {
    type Client = ();
}

/// A function that answers with the error.
macro_rules! unported {
    ($code:literal: $(async fn $name:ident($($argument:ty),*) -> $answer:ty;)+) => {$(
        fn $name($(_: $argument),*) -> impl Future<Output = $answer> + Send {
            ready(Err(unported::<Self>($code).into()))
        }
    )+};
}

#[diagnostic::do_not_recommend]
impl<R: UnportedRoot + ResourceRoot> Resource for R {
    type Provider = AnyProvider;

    unported! {
        "`impl Resource`":
        async fn create(&Cx<Self>, &mut ResourceData<Self>) -> Result;
        async fn read(&Cx<Self>, &mut ResourceData<Self>) -> Result;
        async fn delete(&Cx<Self>, &mut ResourceData<Self>) -> Result;
        // So that it is reported before anything is applied.
        async fn plan(&Cx<Self>, &mut PlanData<Self>) -> Result;
        async fn import(&Cx<Self>, &str, &mut ResourceData<Self>) -> Result;
        async fn import_identity(&Cx<Self>, &mut ResourceData<Self>) -> Result;
        async fn upgrade(&Cx<Self>, &OldState, &mut ResourceData<Self>) -> Result;
        async fn move_from(&Cx<Self>, &MovedState, &mut ResourceData<Self>) -> Result;
    }
}

#[diagnostic::do_not_recommend]
impl<R: UnportedRoot + ResourceRoot> Update for R {
    unported! {
        "`impl Resource`":
        async fn update(&Cx<Self>, &mut ResourceData<Self>) -> Result;
    }
}

#[diagnostic::do_not_recommend]
impl<D: UnportedRoot + DataSourceRoot> DataSource for D {
    type Provider = AnyProvider;

    unported! {
        "`impl DataSource`":
        async fn read(&Cx<Self>, &mut ResourceData<Self>) -> Result;
    }
}

#[diagnostic::do_not_recommend]
impl<T: UnportedRoot + EphemeralRoot> EphemeralResource for T {
    type Provider = AnyProvider;

    unported! {
        "`impl EphemeralResource`":
        async fn open(&Cx<Self>, &mut OpenData<Self>) -> Result;
        async fn close(&Cx<Self>, &EphemeralData<Self>) -> Result;
    }
}

#[diagnostic::do_not_recommend]
impl<T: UnportedRoot + ActionRoot> Action for T {
    type Provider = AnyProvider;

    unported! {
        "`impl Action`":
        async fn invoke(&Cx<Self>, ConfigData<'_, Self>) -> Result;
    }
}

#[diagnostic::do_not_recommend]
impl<T: UnportedRoot + ActionRoot> ActionPlan for T {
    unported! {
        "`impl Action`":
        async fn plan(&Cx<Self>, ConfigData<'_, Self>) -> Result;
    }
}

#[diagnostic::do_not_recommend]
impl<R: Resource + UnportedList> ListResource for R {
    type Filter = R::__Filter;

    fn list(
        _: &Cx<Self>,
        _: ConfigData<'_, Self::Filter>,
        _: &mut ListSink<Self>,
    ) -> impl Future<Output = Result> + Send {
        let error = unported::<Self::Filter>("`impl ListResource`, whose `Filter` it is,");
        ready(Err(error.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: UnportedRoot + StateStoreRoot> StateStore for T {
    type Provider = AnyProvider;
    type Store = ();

    unported! {
        "`impl StateStore`":
        async fn configure(&Cx<Self>, ConfigData<'_, Self>) -> Result;
        async fn read(&Cx<Self>, &(), &str) -> Result<Option<Bytes>>;
        async fn write(&Cx<Self>, &(), &str, Bytes) -> Result;
        async fn lock(&Cx<Self>, &(), &str, &LockInfo) -> Result<LockOutcome>;
        async fn unlock(&Cx<Self>, &(), &str, &str) -> Result<UnlockOutcome>;
        async fn list(&Cx<Self>, &()) -> Result<Vec<String>>;
        async fn delete(&Cx<Self>, &(), &str) -> Result<bool>;
    }
}

#[diagnostic::do_not_recommend]
impl<T: UnportedRoot + FunctionRoot> Function for T {
    fn call(self) -> FunctionResult<Self::Output> {
        let error = unported::<Self>("`impl Function`");
        Err(FunctionError::new(format!(
            "{}: {}",
            error.summary, error.detail
        )))
    }
}
