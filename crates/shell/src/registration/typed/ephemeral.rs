//! An ephemeral resource, with or without its renewal.

use std::any::TypeId;
use std::future::Future;
use std::marker::PhantomData;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::schema;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use crate::context::{Cx, EphemeralCore, EphemeralData, OpenData};
use crate::result::Result;
use crate::traits::{Ephemeral, Renew};
use crate::untyped::{BoxFuture, Ended, UntypedEphemeral, no_renew};

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
