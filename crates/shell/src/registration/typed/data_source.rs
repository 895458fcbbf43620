//! A data source.

use std::any::TypeId;
use std::marker::PhantomData;

use schema_runtime::data::{ConfigData, DataCore, ResourceData};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::schema;
use schema_runtime::refs::Ref;
use schema_runtime::schema::Schema;
use schema_runtime::value::Value;

use super::run;
use crate::context::Cx;
use crate::traits::DataSource;
use crate::untyped::{BoxFuture, Ended, UntypedDataSource};

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
            let result = run::<D::Provider>(&cx, D::read(&cx.typed(), &mut data)).await;
            (data.into_core(), result)
        })
    }
}
