//! What is named in [`resources!`](crate::resources), [`data_sources!`](crate::data_sources) and
//! [`functions!`](crate::functions).

use std::marker::PhantomData;

use schema_runtime::schema::Schema;

use crate::untyped::{UntypedDataSource, UntypedFunction, UntypedResource};

/// An entry of [`Provider::resources`](crate::Provider::resources); made by [`resources!`](crate::resources).
pub struct ResourceDef<P: ?Sized> {
    pub(crate) untyped: &'static dyn UntypedResource,
    pub(crate) info: EntryInfo,
    pub(crate) marker: PhantomData<fn() -> Box<P>>,
}

/// An entry of [`Provider::data_sources`](crate::Provider::data_sources); made by [`data_sources!`](crate::data_sources).
pub struct DataSourceDef<P: ?Sized> {
    pub(crate) untyped: &'static dyn UntypedDataSource,
    pub(crate) info: EntryInfo,
    pub(crate) marker: PhantomData<fn() -> Box<P>>,
}

/// An entry of [`Provider::functions`](crate::Provider::functions); made by [`functions!`](crate::functions).
pub struct FunctionDef {
    pub(crate) untyped: &'static dyn UntypedFunction,
    pub(crate) name: &'static str,
}

impl FunctionDef {
    #[doc(hidden)]
    #[must_use]
    pub const fn __about(&self) -> &'static str {
        self.name
    }
}

impl std::fmt::Debug for FunctionDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("FunctionDef").field(&self.name).finish()
    }
}

impl<P: ?Sized> ResourceDef<P> {
    #[doc(hidden)]
    #[must_use]
    pub const fn __about(&self) -> EntryInfo {
        self.info
    }

    /// The code of the resource.
    #[doc(hidden)]
    #[must_use]
    pub const fn __untyped(&self) -> &'static dyn UntypedResource {
        self.untyped
    }
}

impl<P: ?Sized> DataSourceDef<P> {
    #[doc(hidden)]
    #[must_use]
    pub const fn __about(&self) -> EntryInfo {
        self.info
    }

    /// The code of the data source.
    #[doc(hidden)]
    #[must_use]
    pub const fn __untyped(&self) -> &'static dyn UntypedDataSource {
        self.untyped
    }
}

impl<P: ?Sized> std::fmt::Debug for ResourceDef<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ResourceDef")
            .field(&self.untyped.schema().type_name)
            .finish()
    }
}

impl<P: ?Sized> std::fmt::Debug for DataSourceDef<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DataSourceDef")
            .field(&self.untyped.schema().type_name)
            .finish()
    }
}

/// What the checks across entries need to know of one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EntryInfo {
    pub(crate) schema: &'static Schema,
    pub(crate) provider: &'static Schema,
    /// Whether it has an update; a data source never has.
    pub(crate) updates: Option<bool>,
    /// Whether a version above 0 may have no upgrade.
    pub(crate) no_upgrade: bool,
}
