//! A list of resources.

use std::any::TypeId;
use std::marker::PhantomData;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::schema;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::run;
use crate::context::{Cx, ListSink, ListSinkCore};
use crate::result::Result;
use crate::traits::ListResource;
use crate::untyped::{BoxFuture, UntypedList};

/// A [`ListResource`] without its type.
pub(crate) struct TypedList<R>(pub(crate) PhantomData<fn() -> R>);

impl<R: ListResource> UntypedList for TypedList<R> {
    fn implementor(&self) -> TypeId {
        TypeId::of::<R>()
    }

    fn schema(&self) -> Ref<Schema> {
        schema::<R::Filter>().into()
    }

    fn validate(&self, config: &Value) -> Diagnostics {
        R::validate_filter(ConfigData::new(config))
    }

    fn list(&self, cx: Cx, config: Value, found: ListSinkCore) -> BoxFuture<Result> {
        Box::pin(async move {
            let mut found = ListSink::new(found);
            let typed = cx.typed();
            let list = R::list(&typed, ConfigData::new(&config), &mut found);
            run::<R::Provider>(&cx, Box::pin(list)).await
        })
    }
}
