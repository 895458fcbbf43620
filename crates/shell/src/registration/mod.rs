//! The macros with which a provider lists its types: [`resources!`](crate::resources),
//! [`data_sources!`](crate::data_sources), [`functions!`](crate::functions) and similar.
//!
//! They check across structs, at compile time: type names begin with the provider's name
//! and are unique; a resource has an update exactly if some field can change in place.
//!
//! ```
//! use schema_provider::prelude::*;
//!
//! #[derive(Schema)]
//! #[schema(provider = "cloud")]
//! pub struct Cloud {}
//!
//! impl Provider for Cloud {
//!     type Client = ();
//!
//!     fn resources() -> &'static [ResourceDef<Self>] {
//!         // One with `Update`, and one without a field that could change in place.
//!         resources![Disk, Snapshot]
//!     }
//!
//!     fn data_sources() -> &'static [DataSourceDef<Self>] {
//!         data_sources![Disks]
//!     }
//!
//!     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
//!         Ok(())
//!     }
//! }
//! #
//! # #[derive(Schema)]
//! # #[schema(resource = "cloud_disk")]
//! # pub struct Disk {
//! #     #[field(required)]
//! #     size: i64,
//! # }
//! # impl Resource for Disk {
//! #     type Provider = Cloud;
//! #     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//! #         data.set_id("1");
//! #         Ok(())
//! #     }
//! #     nothing_to_read!();
//! #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//! # }
//! # impl Update for Disk {
//! #     async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//! # }
//! # #[derive(Schema)]
//! # #[schema(resource = "cloud_snapshot")]
//! # pub struct Snapshot {
//! #     #[field(required, force_new)]
//! #     disk: String,
//! # }
//! # impl Resource for Snapshot {
//! #     type Provider = Cloud;
//! #     async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//! #         data.set_id("1");
//! #         Ok(())
//! #     }
//! #     nothing_to_read!();
//! #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//! # }
//! # #[derive(Schema)]
//! # #[schema(data_source = "cloud_disks")]
//! # pub struct Disks {
//! #     #[field(computed)]
//! #     names: Vec<String>,
//! # }
//! # impl DataSource for Disks {
//! #     type Provider = Cloud;
//! #     async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
//! #         data.set(Disks::NAMES, Vec::new());
//! #         Ok(())
//! #     }
//! # }
//! # assert_eq!((Cloud::resources().len(), Cloud::data_sources().len()), (2, 1));
//! ```

mod checks;
#[doc(hidden)]
pub mod import_probe;
pub(crate) mod typed;
#[doc(hidden)]
pub mod upgrade_probe;

use std::marker::PhantomData;

use schema_runtime::object::{Root, Unwritten};
use schema_runtime::schema::SchemaKind;

use crate::traits::{
    Action, ActionPlan, DataSource, EphemeralResource, Function, ListResource, Provider, Renew,
    Resource, StateStore, Update,
};
use typed::{
    PlanSupport, RenewSupport, Typed, TypedAction, TypedDataSource, TypedEphemeral, TypedFunction,
    TypedList, TypedStateStore, UpdateSupport, With, Without,
};

#[doc(hidden)]
pub use checks::{check, check_function, name, repeated};

pub use crate::untyped::definition::{
    ActionDef, DataSourceDef, EntryInfo, EphemeralDef, FunctionDef, ListDef, ResourceDef,
    StateStoreDef,
};

/// The resources of a provider, for [`Provider::resources`].
///
/// Each must implement [`Resource`] for this provider, or for a different one with the same
/// [`Client`](Provider::Client) (and the same `provider_meta` blocks), so that several providers
/// can share it. One with a field that can change in place must implement [`Update`] too.
///
/// ```
/// use schema_provider::prelude::*;
///
/// /// A service.
/// #[derive(Schema)]
/// #[schema(provider = "cloud")]
/// pub struct Cloud {}
///
/// impl Provider for Cloud {
///     type Client = String;
///     fn resources() -> &'static [ResourceDef<Self>] {
///         resources![Disk]
///     }
///     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<String> {
///         Ok("https://cloud".to_owned())
///     }
/// }
///
/// /// The same service, with what is not stable yet.
/// #[derive(Schema)]
/// #[schema(provider = "cloudbeta")]
/// pub struct CloudBeta {}
///
/// impl Provider for CloudBeta {
///     type Client = String;
///     fn resources() -> &'static [ResourceDef<Self>] {
///         resources![Disk]
///     }
///     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<String> {
///         Ok("https://beta.cloud".to_owned())
///     }
/// }
///
/// /// In a configuration: `provider = cloudbeta` in the resource's block.
/// #[derive(Schema)]
/// #[schema(resource = "cloud_disk")]
/// pub struct Disk {
///     #[field(computed)]
///     address: String,
/// }
///
/// impl Resource for Disk {
///     type Provider = Cloud;
///     async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         data.set_id("1");
///         data.set(Disk::ADDRESS, cx.client()?);
///         Ok(())
///     }
///     nothing_to_read!();
///     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
///         Ok(())
///     }
/// }
/// # assert_eq!((Cloud::resources().len(), CloudBeta::resources().len()), (1, 1));
/// ```
#[macro_export]
macro_rules! resources {
    ($($entries:tt)*) => {
        $crate::registration::__resources! { { $crate } $($entries)* }
    };
}

/// The data sources of a provider, for [`Provider::data_sources`].
///
/// Each must implement [`DataSource`] for this provider, or for another one with the same client,
/// as with [`resources!`](crate::resources).
#[macro_export]
macro_rules! data_sources {
    ($($entries:tt)*) => {
        $crate::registration::__data_sources! { { $crate } $($entries)* }
    };
}

/// The functions of a provider, for [`Provider::functions`].
///
/// Each must implement [`Function`]; a function knows no provider, so that several can share it.
///
/// ```
/// use schema_provider::prelude::*;
///
/// /// Twice as much.
/// #[derive(Function)]
/// #[function(name = "double", output = i64)]
/// struct Double {
///     number: i64,
/// }
///
/// impl Function for Double {
///     fn call(self) -> FunctionResult<i64> {
///         Ok(self.number.saturating_mul(2))
///     }
/// }
///
/// let functions: &[FunctionDef] = functions![Double];
/// assert_eq!(functions.len(), 1);
/// ```
#[macro_export]
macro_rules! functions {
    ($($entries:tt)*) => {
        $crate::registration::__functions! { { $crate } $($entries)* }
    };
}

/// The ephemeral resources of a provider, for [`Provider::ephemeral_resources`].
///
/// Each must implement [`EphemeralResource`] for this provider, or for another one with the same
/// client, as with [`resources!`](crate::resources).
#[macro_export]
macro_rules! ephemeral_resources {
    ($($entries:tt)*) => {
        $crate::registration::__ephemeral_resources! { { $crate } $($entries)* }
    };
}

/// The resources whose objects can be listed of a provider, for [`Provider::list_resources`].
///
/// Each must implement [`ListResource`], and be in [`resources!`](crate::resources) too.
#[macro_export]
macro_rules! list_resources {
    ($($entries:tt)*) => {
        $crate::registration::__list_resources! { { $crate } $($entries)* }
    };
}

/// The actions of a provider, for [`Provider::actions`].
///
/// Each must implement [`Action`] for this provider, or for another one with the same client, as
/// with [`resources!`](crate::resources).
#[macro_export]
macro_rules! actions {
    ($($entries:tt)*) => {
        $crate::registration::__actions! { { $crate } $($entries)* }
    };
}

/// The state stores of a provider, for [`Provider::state_stores`].
///
/// Each must implement [`StateStore`] for this provider, or for another one with the same client,
/// as with [`resources!`](crate::resources).
#[macro_export]
macro_rules! state_stores {
    ($($entries:tt)*) => {
        $crate::registration::__state_stores! { { $crate } $($entries)* }
    };
}

#[doc(hidden)]
pub use schema_derive::{
    __actions, __data_sources, __ephemeral_resources, __functions, __list_resources, __resources,
    __state_stores,
};

/// Says, for a concrete resource, whether it has an update: the inherent constant exists only with
/// [`Update`], and takes precedence over the trait's.
#[doc(hidden)]
#[derive(Debug)]
pub struct Entry<R>(PhantomData<fn() -> R>);

/// Whether the type of an entry has a function that it may lack.
macro_rules! markers {
    ($($has:ident => $marker:ident, $lacks:ident;)+) => {$(
        impl<T: $has> Entry<T> {
            /// Has it.
            pub const $marker: Marker<With> = Marker(PhantomData);
        }

        #[doc(hidden)]
        pub trait $lacks {
            /// Has no such function.
            const $marker: Marker<Without> = Marker(PhantomData);
        }

        impl<T> $lacks for Entry<T> {}
    )+};
}

markers! {
    Update => UPDATE, WithoutUpdate;
    ActionPlan => PLAN, WithoutPlan;
    Renew => RENEW, WithoutRenew;
}

/// [`With`] or [`Without`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Marker<U>(PhantomData<fn() -> U>);

/// An entry of `resources!`.
#[doc(hidden)]
#[must_use]
pub const fn resource<R, U, P>(_: Marker<U>) -> ResourceDef<P>
where
    P: Provider,
    R: Resource<Provider = P>,
    U: UpdateSupport<R> + 'static,
{
    ResourceDef {
        untyped: &Typed::<R, U>(PhantomData),
        info: EntryInfo {
            updates: Some(U::POSSIBLE),
            no_upgrade: R::__NO_UPGRADE_ALLOWED || R::__ONLY_ADDED,
            import: (R::__IMPORT, R::__IDENTITY),
            ..EntryInfo::new::<R, P>(SchemaKind::Resource)
        },
        marker: PhantomData,
    }
}

impl EntryInfo {
    const fn new<T: Root, P: Provider>(kind: SchemaKind) -> Self {
        EntryInfo {
            kind,
            schema: T::__SCHEMA,
            provider: P::__SCHEMA,
            updates: None,
            no_upgrade: true,
            import: ("", None),
            listed: None,
            identified: true,
            unported: T::__UNPORTED.is_some(),
        }
    }
}

/// Entries of kinds that have only a schema.
macro_rules! entries {
    ($($list:literal => $entry:ident, $kind:ident, $def:ident, $typed:ident;)+) => {$(
        #[doc = concat!("An entry of `", $list, "`.")]
        #[doc(hidden)]
        #[must_use]
        pub const fn $entry<T: $kind<Provider = P>, P: Provider>() -> $def<P> {
            $def {
                untyped: &$typed::<T>(PhantomData),
                info: EntryInfo::new::<T, P>(SchemaKind::$kind),
                marker: PhantomData,
            }
        }
    )+};
}

entries! {
    "data_sources!" => data_source, DataSource, DataSourceDef, TypedDataSource;
    "state_stores!" => state_store, StateStore, StateStoreDef, TypedStateStore;
}

/// Entries of kinds with an optional function, which the marker shows.
macro_rules! entries_with {
    ($($list:literal => $entry:ident, $kind:ident: $public:ident, $support:ident, $def:ident, $typed:ident;)+) => {$(
        #[doc = concat!("An entry of `", $list, "`.")]
        #[doc(hidden)]
        #[must_use]
        pub const fn $entry<T, S, P>(_: Marker<S>) -> $def<P>
        where
            P: Provider,
            T: $public<Provider = P>,
            S: $support<T> + 'static,
        {
            $def {
                untyped: &$typed::<T, S>(PhantomData),
                info: EntryInfo::new::<T, P>(SchemaKind::$kind),
                marker: PhantomData,
            }
        }
    )+};
}

entries_with! {
    "ephemeral_resources!" => ephemeral_resource, Ephemeral: EphemeralResource, RenewSupport, EphemeralDef, TypedEphemeral;
    "actions!" => action, Action: Action, PlanSupport, ActionDef, TypedAction;
}

/// An entry of `list_resources!`.
#[doc(hidden)]
#[must_use]
pub const fn list_resource<R: ListResource<Provider = P>, P: Provider>() -> ListDef<P> {
    ListDef {
        untyped: &TypedList::<R>(PhantomData),
        info: EntryInfo {
            listed: Some(R::__SCHEMA),
            identified: R::__IDENTITY.is_some(),
            ..EntryInfo::new::<R::Filter, P>(SchemaKind::List)
        },
        marker: PhantomData,
    }
}

/// An entry of `functions!`.
#[doc(hidden)]
#[must_use]
pub const fn function<F: Function>() -> FunctionDef {
    FunctionDef {
        untyped: &TypedFunction::<F>(PhantomData),
        name: F::__SCHEMA.type_name.const_str(),
        #[cfg(feature = "old-program")]
        unported: F::__UNPORTED.is_some(),
    }
}

/// Whether two providers have the same client, so they can share resources and other types.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is written for a provider whose client is `{T}`, but here the client is `{Self}`",
    label = "of a provider with a different client",
    note = "help: providers that share resources and data sources have the same `Client` type"
)]
pub trait SameClient<T: ?Sized> {}

impl<T> SameClient<T> for T {}

/// An unported type fits any provider.
impl<T> SameClient<Unwritten> for T {}

/// The same for `provider_meta` blocks.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is written for a provider whose `provider_meta` blocks are `{T}`, but here they are `{Self}`",
    label = "of a provider with other `provider_meta` blocks",
    note = "help: providers that share resources and data sources have the same struct for these blocks"
)]
pub trait SameMeta<T: ?Sized> {}

impl<T> SameMeta<T> for T {}

impl<T> SameMeta<Unwritten> for T {}

/// Entries for this provider or for another one.
macro_rules! shared {
    ($($list:literal => $shared:ident, $def:ident;)+) => {$(
        #[doc = concat!("An entry of `", $list, "`, for this provider or for another one.")]
        #[doc(hidden)]
        #[must_use]
        pub const fn $shared<P, Q>(entry: $def<Q>) -> $def<P>
        where
            P: Provider,
            Q: Provider,
            P::Client: SameClient<Q::__Client<Q::Client>>,
            // Each struct has this: one without a provider is reported elsewhere.
            P::__Meta: SameMeta<Q::__Meta> + Sized,
        {
            $def {
                untyped: entry.untyped,
                info: entry.info,
                marker: PhantomData,
            }
        }
    )+};
}

shared! {
    "resources!" => shared_resource, ResourceDef;
    "data_sources!" => shared_data_source, DataSourceDef;
    "ephemeral_resources!" => shared_ephemeral_resource, EphemeralDef;
    "list_resources!" => shared_list_resource, ListDef;
    "actions!" => shared_action, ActionDef;
    "state_stores!" => shared_state_store, StateStoreDef;
}

// At the end, because it names macros that must be defined first.
#[doc(no_inline)]
pub use {
    actions, data_sources, ephemeral_resources, functions, list_resources, resources, state_stores,
};
