//! An ephemeral resource, with or without its renewal.

use std::future::Future;
use std::marker::PhantomData;

use super::{With, Without};
use crate::context::{Cx, EphemeralCore, EphemeralData, OpenData};
use crate::result::Result;
use crate::traits::{EphemeralResource, Renew};
use crate::untyped::{BoxFuture, Ended, UntypedEphemeral, no_renew};

/// An [`EphemeralResource`] without its type; `U` says whether it is renewed.
pub(crate) struct TypedEphemeral<T, U>(pub(crate) PhantomData<fn() -> (T, U)>);

/// How an ephemeral resource is renewed.
#[doc(hidden)]
pub trait RenewSupport<T> {
    /// Whether it is renewed.
    const POSSIBLE: bool;
    /// Renews it.
    fn renew(cx: &Cx<T>, data: &mut EphemeralData<T>) -> impl Future<Output = Result> + Send;
}

impl<T: Renew> RenewSupport<T> for With {
    const POSSIBLE: bool = true;

    fn renew(cx: &Cx<T>, data: &mut EphemeralData<T>) -> impl Future<Output = Result> + Send {
        T::renew(cx, data)
    }
}

impl<T: EphemeralResource> RenewSupport<T> for Without {
    const POSSIBLE: bool = false;

    fn renew(cx: &Cx<T>, _data: &mut EphemeralData<T>) -> impl Future<Output = Result> + Send {
        let error = no_renew(cx.type_name());
        std::future::ready(Err(error.into()))
    }
}

impl<T: EphemeralResource, U: RenewSupport<T> + 'static> UntypedEphemeral for TypedEphemeral<T, U> {
    of_provider!(T);

    fn can_renew(&self) -> bool {
        U::POSSIBLE
    }

    fn open(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        with_data!(OpenData, data => T::open(&cx.typed(), &mut data))
    }

    fn renew(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        with_data!(EphemeralData, data => U::renew(&cx.typed(), &mut data))
    }

    fn close(&self, cx: Cx, data: EphemeralCore) -> BoxFuture<Ended<EphemeralCore>> {
        Box::pin(async move {
            let data = EphemeralData::new(data);
            let result = T::close(&cx.typed(), &data).await;
            (data.into_core(), result)
        })
    }
}
