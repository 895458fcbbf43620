//! [`DataSource`]: what an author implements for the struct of a data source.

use std::future::Future;

use schema_runtime::data::{ConfigData, ResourceData};
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::DataSourceRoot;

use crate::context::{Cx, Member, OfDataSource};
use crate::provider::Provider;
use crate::result::Result;

/// A data source: something that is looked up and never changed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a data source",
    label = "needs `impl DataSource for {Self}`"
)]
pub trait DataSource: DataSourceRoot {
    /// The provider that it belongs to, whose client it gets.
    type Provider: Provider;

    /// Looks it up: the configuration is in `data`, and what is set there becomes the result.
    /// Something that does not exist is an error.
    fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send;

    /// Checks a configuration beyond what the schema says; values may be unknown.
    fn validate(config: ConfigData<'_, Self>) -> Diagnostics {
        let _ = config;
        Diagnostics::new()
    }
}

#[diagnostic::do_not_recommend]
impl<D: DataSource> Member<OfDataSource> for D {
    type Provider = D::Provider;
}
