//! How a provider names its resources and data sources: [`resources!`](crate::resources) and
//! [`data_sources!`](crate::data_sources).
//!
//! Both check across structs, at compile time: type names begin with the provider's name and are
//! named once; a resource with fields that can change in place has an update, and no other has.

use std::marker::PhantomData;

use schema_runtime::object::{Changeable, Fixed, Root};

use crate::untyped::{No, Typed, TypedDataSource, UntypedDataSource, UntypedResource, Yes};
use crate::{DataSource, Provider, Resource, Update};

/// An entry of [`Provider::resources`]; made by [`resources!`](crate::resources).
pub struct ResourceDef<P: ?Sized> {
    pub(crate) life: &'static dyn UntypedResource,
    marker: PhantomData<fn() -> Box<P>>,
}

/// An entry of [`Provider::data_sources`]; made by [`data_sources!`](crate::data_sources).
pub struct DataSourceDef<P: ?Sized> {
    pub(crate) life: &'static dyn UntypedDataSource,
    marker: PhantomData<fn() -> Box<P>>,
}

impl<P: ?Sized> std::fmt::Debug for ResourceDef<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ResourceDef")
            .field(&self.life.schema().type_name)
            .finish()
    }
}

impl<P: ?Sized> std::fmt::Debug for DataSourceDef<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DataSourceDef")
            .field(&self.life.schema().type_name)
            .finish()
    }
}

impl<P: Provider> ResourceDef<P> {
    #[doc(hidden)]
    #[must_use]
    pub const fn __of<R>(life: &'static dyn UntypedResource) -> Self
    where
        R: Resource<Provider = P> + UpdateFits<R::__InPlace>,
    {
        ResourceDef {
            life,
            marker: PhantomData,
        }
    }
}

impl<P: Provider> DataSourceDef<P> {
    #[doc(hidden)]
    #[must_use]
    pub const fn __of<D: DataSource<Provider = P>>() -> Self {
        DataSourceDef {
            life: const { &TypedDataSource::<D>::NEW },
            marker: PhantomData,
        }
    }
}

/// The resources of a provider, for [`Provider::resources`].
///
/// Each must implement [`Resource`] for the same provider; one with a field that can change in
/// place must implement [`Update`] too.
#[macro_export]
macro_rules! resources {
    ($($resource:ty),* $(,)?) => {{
        #[allow(unused_imports)]
        use $crate::registration::WithoutUpdate as _;
        const __NAMES: &[&str] = &[$($crate::registration::name::<$resource>()),*];
        $(
            const _: () = $crate::registration::check_resource::<$resource>(
                $crate::registration::Entry::<$resource>::UPDATES,
                __NAMES,
            );
        )*
        const {
            &[$(
                $crate::registration::ResourceDef::__of::<$resource>(
                    $crate::registration::Entry::<$resource>::LIFE,
                )
            ),*]
        }
    }};
}

/// The data sources of a provider, for [`Provider::data_sources`].
///
/// Each must implement [`DataSource`] for the same provider.
#[macro_export]
macro_rules! data_sources {
    ($($source:ty),* $(,)?) => {{
        const __NAMES: &[&str] = &[$($crate::registration::name::<$source>()),*];
        $(
            const _: () = $crate::registration::check_data_source::<$source>(__NAMES);
        )*
        const {
            &[$($crate::registration::DataSourceDef::__of::<$source>()),*]
        }
    }};
}

/// Chooses, for a concrete resource, the life with or without an update: the inherent constants
/// exist only with [`Update`], and go before those of the trait.
#[doc(hidden)]
#[derive(Debug)]
pub struct Entry<R>(PhantomData<fn() -> R>);

impl<R: Update> Entry<R> {
    /// Has an update.
    pub const UPDATES: bool = true;
    /// Its life.
    pub const LIFE: &'static dyn UntypedResource = &Typed::<R, Yes>::NEW;
}

#[doc(hidden)]
pub trait WithoutUpdate {
    /// Has none.
    const UPDATES: bool;
    /// Its life.
    const LIFE: &'static dyn UntypedResource;
}

impl<R: Resource> WithoutUpdate for Entry<R> {
    const UPDATES: bool = false;
    const LIFE: &'static dyn UntypedResource = &Typed::<R, No>::NEW;
}

/// A resource that has an update if, and only if, it needs one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has fields that can change in place, but no update",
    label = "needs `impl Update for {Self}`",
    note = "or give every configurable field `force_new`, so that each change replaces the resource"
)]
pub trait UpdateFits<InPlace> {}

#[diagnostic::do_not_recommend]
impl<R: Resource> UpdateFits<Fixed> for R {}

#[diagnostic::do_not_recommend]
impl<R: Update> UpdateFits<Changeable> for R {}

/// [`Changeable`] or [`Fixed`], at compile time.
#[doc(hidden)]
pub trait InPlace {
    /// Whether a field can change in place.
    const POSSIBLE: bool;
}

impl InPlace for Changeable {
    const POSSIBLE: bool = true;
}

impl InPlace for Fixed {
    const POSSIBLE: bool = false;
}

/// The type name of a schema struct.
#[doc(hidden)]
#[must_use]
pub const fn name<R: Root>() -> &'static str {
    R::__SCHEMA.type_name.const_str()
}

/// The checks of one entry of `resources!`.
///
/// # Panics
/// At compile time, with the text for the author.
#[doc(hidden)]
pub const fn check_resource<R: Resource>(updates: bool, names: &[&str])
where
    R::__InPlace: InPlace,
{
    check_name(name::<R>(), name::<R::Provider>(), names);
    if updates && !<R::__InPlace as InPlace>::POSSIBLE {
        Text::new()
            .add("`")
            .add(name::<R>())
            .add("` implements `Update`, but none of its fields can change in place: ")
            .add("remove the `impl Update`")
            .fail();
    }
}

/// The checks of one entry of `data_sources!`.
///
/// # Panics
/// At compile time, with the text for the author.
#[doc(hidden)]
pub const fn check_data_source<D: DataSource>(names: &[&str]) {
    check_name(name::<D>(), name::<D::Provider>(), names);
}

const fn check_name(name: &str, provider: &str, names: &[&str]) {
    // The derive's stub of a struct with mistakes has no name: they have been told already.
    if name.is_empty() || provider.is_empty() {
        return;
    }
    if !belongs(name, provider) {
        Text::new()
            .add("`")
            .add(name)
            .add("` must begin with the provider's name: `")
            .add(provider)
            .add("_…`")
            .fail();
    }
    let (mut i, mut times) = (0, 0);
    while i < names.len() {
        if equal(names[i].as_bytes(), name.as_bytes()) {
            times += 1;
        }
        i += 1;
    }
    if times > 1 {
        Text::new()
            .add("`")
            .add(name)
            .add("` is registered more than once")
            .fail();
    }
}

/// Whether Terraform finds the provider by the type's name: the part before the first underscore.
/// (A provider's name has none.)
const fn belongs(name: &str, provider: &str) -> bool {
    let (name, provider) = (name.as_bytes(), provider.as_bytes());
    if name.len() < provider.len() {
        return false;
    }
    let (head, tail) = name.split_at(provider.len());
    equal(head, provider) && (tail.is_empty() || tail[0] == b'_')
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A text composed at compile time; what does not fit is cut.
struct Text {
    bytes: [u8; 256],
    length: usize,
}

impl Text {
    const fn new() -> Self {
        Text {
            bytes: [0; 256],
            length: 0,
        }
    }

    const fn add(mut self, part: &str) -> Self {
        let part = part.as_bytes();
        if self.length + part.len() > self.bytes.len() {
            return self;
        }
        let mut i = 0;
        while i < part.len() {
            self.bytes[self.length] = part[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn fail(&self) -> ! {
        let (text, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a registration is wrong"),
        }
    }
}
