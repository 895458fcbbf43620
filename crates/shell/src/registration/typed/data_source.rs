//! A data source.

use std::marker::PhantomData;

use schema_runtime::data::{DataCore, ResourceData};

use super::run;
use crate::context::Cx;
use crate::traits::DataSource;
use crate::untyped::{BoxFuture, Ended, UntypedDataSource};

/// A [`DataSource`] without its type.
pub(crate) struct TypedDataSource<D>(pub(crate) PhantomData<fn() -> D>);

impl<D: DataSource> UntypedDataSource for TypedDataSource<D> {
    of_provider!(D);

    fn read(&self, cx: Cx, data: DataCore) -> BoxFuture<Ended<DataCore>> {
        with_data!(ResourceData, data => run::<D::Provider>(&cx, Box::pin(D::read(&cx.typed(), &mut data))))
    }
}
