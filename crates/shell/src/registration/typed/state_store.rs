//! A state store.

use std::marker::PhantomData;
use std::sync::Arc;

use bytes::Bytes;
use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::value::Value;

use crate::context::{AnyClient, Cx};
use crate::result::Result;
use crate::state::{LockInfo, LockOutcome, UnlockOutcome};
use crate::traits::StateStore;
use crate::untyped::{BoxFuture, UntypedStateStore};

/// A [`StateStore`] without its type.
pub(crate) struct TypedStateStore<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: StateStore> UntypedStateStore for TypedStateStore<T> {
    of_provider!(T);

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

/// The result of `configure`.
fn store_of<T: StateStore>(store: &AnyClient) -> Result<&T::Store> {
    // Only the same type's `configure` makes it.
    store
        .downcast_ref()
        .ok_or_else(|| Diagnostics::from("the state store is of another type"))
}
