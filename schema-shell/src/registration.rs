//! How a provider names what it has: [`resources!`](crate::resources),
//! [`data_sources!`](crate::data_sources), [`functions!`](crate::functions) and their kin.
//!
//! They check across structs, at compile time: type names begin with the provider's name and are
//! named once; a resource with fields that can change in place has an update, and no other has.

use std::marker::PhantomData;

use schema_rules::shared_texts;
use schema_runtime::__private::{Message, equal};
use schema_runtime::object::Root;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Extra, Field, Flags, Kind, Schema, SchemaKind};

use crate::action::{Action, ActionPlan};
use crate::data_source::DataSource;
use crate::ephemeral::{Ephemeral, Renew};
use crate::function::Function;
use crate::list::List;
use crate::provider::Provider;
use crate::resource::{Resource, Update};
use crate::state_store::StateStore;
use crate::typed::{
    NoPlan, NoRenew, NoUpdate, PlanSupport, RenewSupport, Typed, TypedAction, TypedDataSource,
    TypedEphemeral, TypedFunction, TypedList, TypedStateStore, UpdateSupport, WithPlan, WithRenew,
    WithUpdate,
};

pub use crate::definition::{
    ActionDef, DataSourceDef, EntryInfo, EphemeralDef, FunctionDef, ListDef, ResourceDef,
    StateStoreDef,
};

/// The resources of a provider, for [`Provider::resources`].
///
/// Each must implement [`Resource`] for this provider, or for another one with the same
/// [`Client`](Provider::Client) (and the same `provider_meta` blocks), so that several providers can
/// share it. One with a field that can change in place must implement [`Update`] too.
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
/// Each must implement [`DataSource`] for this provider, or for another one with the same client, as
/// with [`resources!`](crate::resources).
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
/// Each must implement [`Ephemeral`] for this provider, or for another one with the same client, as
/// with [`resources!`](crate::resources).
#[macro_export]
macro_rules! ephemeral_resources {
    ($($entries:tt)*) => {
        $crate::registration::__ephemeral_resources! { { $crate } $($entries)* }
    };
}

/// The resources whose objects can be listed of a provider, for [`Provider::list_resources`].
///
/// Each must implement [`List`], and be in [`resources!`](crate::resources) too.
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
/// Each must implement [`StateStore`] for this provider, or for another one with the same client, as
/// with [`resources!`](crate::resources).
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

/// Says, for a concrete resource, whether it has an update: the inherent constant exists only
/// with [`Update`], and goes before that of the trait.
#[doc(hidden)]
#[derive(Debug)]
pub struct Entry<R>(PhantomData<fn() -> R>);

impl<R: Update> Entry<R> {
    /// Has an update.
    pub const UPDATE: Marker<WithUpdate> = Marker(PhantomData);
}

#[doc(hidden)]
pub trait WithoutUpdate {
    /// Has none.
    const UPDATE: Marker<NoUpdate> = Marker(PhantomData);
}

impl<R> WithoutUpdate for Entry<R> {}

/// The same of an action and its plan.
impl<T: ActionPlan> Entry<T> {
    /// Has a plan.
    pub const PLAN: Marker<WithPlan> = Marker(PhantomData);
}

#[doc(hidden)]
pub trait WithoutPlan {
    /// Has none.
    const PLAN: Marker<NoPlan> = Marker(PhantomData);
}

impl<T> WithoutPlan for Entry<T> {}

/// The same of an ephemeral resource and its renewal.
#[doc(hidden)]
#[derive(Debug)]
pub struct EphemeralEntry<T>(PhantomData<fn() -> T>);

impl<T: Renew> EphemeralEntry<T> {
    /// Is renewed.
    pub const RENEW: Marker<WithRenew> = Marker(PhantomData);
}

#[doc(hidden)]
pub trait WithoutRenew {
    /// Is not.
    const RENEW: Marker<NoRenew> = Marker(PhantomData);
}

impl<T> WithoutRenew for EphemeralEntry<T> {}

/// An entry of `ephemeral_resources!`.
#[doc(hidden)]
#[must_use]
pub const fn ephemeral_resource<T, U, P>(_: Marker<U>) -> EphemeralDef<P>
where
    P: Provider,
    T: Ephemeral<Provider = P>,
    U: RenewSupport<T> + 'static,
{
    EphemeralDef {
        untyped: &TypedEphemeral::<T, U>::NEW,
        info: EntryInfo::new::<T, P>("ephemeral resource"),
        marker: PhantomData,
    }
}

/// [`WithUpdate`], [`NoUpdate`], [`WithPlan`], [`NoPlan`], [`WithRenew`] or [`NoRenew`].
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
        untyped: &Typed::<R, U>::NEW,
        info: EntryInfo {
            updates: Some(U::POSSIBLE),
            no_upgrade: R::__NO_UPGRADE_ALLOWED,
            ..EntryInfo::new::<R, P>("resource")
        },
        marker: PhantomData,
    }
}

impl EntryInfo {
    const fn new<T: Root, P: Provider>(what: &'static str) -> Self {
        EntryInfo {
            what,
            schema: T::__SCHEMA,
            provider: P::__SCHEMA,
            updates: None,
            no_upgrade: true,
            listed: None,
            identified: true,
        }
    }
}

/// Entries of what has nothing to say beside its schema.
macro_rules! entries {
    ($($list:literal, $what:literal => $entry:ident, $kind:ident, $def:ident, $typed:ident;)+) => {$(
        #[doc = concat!("An entry of `", $list, "`.")]
        #[doc(hidden)]
        #[must_use]
        pub const fn $entry<T: $kind<Provider = P>, P: Provider>() -> $def<P> {
            $def {
                untyped: &$typed::<T>::NEW,
                info: EntryInfo::new::<T, P>($what),
                marker: PhantomData,
            }
        }
    )+};
}

entries! {
    "data_sources!", "data source" => data_source, DataSource, DataSourceDef, TypedDataSource;
    "state_stores!", "state store" => state_store, StateStore, StateStoreDef, TypedStateStore;
}

/// An entry of `actions!`.
#[doc(hidden)]
#[must_use]
pub const fn action<T, A, P>(_: Marker<A>) -> ActionDef<P>
where
    P: Provider,
    T: Action<Provider = P>,
    A: PlanSupport<T> + 'static,
{
    ActionDef {
        untyped: &TypedAction::<T, A>::NEW,
        info: EntryInfo::new::<T, P>("action"),
        marker: PhantomData,
    }
}

/// An entry of `list_resources!`.
#[doc(hidden)]
#[must_use]
pub const fn list_resource<R: List<Provider = P>, P: Provider>() -> ListDef<P> {
    ListDef {
        untyped: &TypedList::<R>::NEW,
        info: EntryInfo {
            listed: Some(R::__SCHEMA),
            identified: R::__IDENTITY.is_some(),
            ..EntryInfo::new::<R::Filter, P>("list resource")
        },
        marker: PhantomData,
    }
}

/// An entry of `functions!`.
#[doc(hidden)]
#[must_use]
pub const fn function<F: Function>() -> FunctionDef {
    FunctionDef {
        untyped: &TypedFunction::<F>::NEW,
        name: F::__SCHEMA.type_name.const_str(),
    }
}

/// The name of a function's entry.
#[doc(hidden)]
#[must_use]
pub const fn function_name(name: &'static str) -> &'static str {
    name
}

/// The check of one entry of `functions!`.
///
/// # Panics
/// At compile time, with the text for the author.
#[doc(hidden)]
#[track_caller]
pub const fn check_function(name: &'static str, names: &[&str], index: usize) {
    // The derive's stub of a function with mistakes has no name: they have been told already.
    if name.is_empty() {
        return;
    }
    let mut earlier = 0;
    while earlier < index {
        if equal(names[earlier], name) {
            Message::of(&shared_texts::DUPLICATE_TYPE, "function", name, "").stop()
        }
        earlier += 1;
    }
}

/// Whether two providers have the same client, so that one may have what is written for the other.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is written for a provider whose client is `{T}`, and here the client is `{Self}`",
    label = "of a provider with another client",
    note = "help: providers that share resources and data sources have the same `Client` type"
)]
pub trait SameClient<T> {}

impl<T> SameClient<T> for T {}

/// The same of what modules tell the provider.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is written for a provider whose `provider_meta` blocks are `{T}`, and here they are `{Self}`",
    label = "of a provider with other `provider_meta` blocks",
    note = "help: providers that share resources and data sources have the same struct for these blocks"
)]
pub trait SameMeta<T> {}

impl<T> SameMeta<T> for T {}

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
            P::Client: SameClient<Q::Client>,
            P::Meta: SameMeta<Q::Meta>,
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

/// The type name of an entry.
#[doc(hidden)]
#[must_use]
pub const fn name(info: EntryInfo) -> &'static str {
    info.schema.type_name.const_str()
}

/// The checks of one entry; `names` are those of all, `index` its place among them.
///
/// # Panics
/// At compile time, with the text for the author.
#[doc(hidden)]
#[track_caller]
pub const fn check(info: EntryInfo, names: &[&str], index: usize) {
    let EntryInfo {
        what,
        schema,
        provider,
        updates,
        listed,
        identified,
        ..
    } = info;
    let (name, provider) = (schema.type_name.const_str(), provider.type_name.const_str());
    // The derive's stub of a struct with mistakes has no name: they have been told already.
    if name.is_empty() || provider.is_empty() {
        return;
    }
    // Told already too, at its `impl`.
    let fits = match schema.kind {
        SchemaKind::Resource => updates.is_some(),
        SchemaKind::DataSource => equal(what, "data source"),
        SchemaKind::Ephemeral => equal(what, "ephemeral resource"),
        SchemaKind::List => listed.is_some(),
        SchemaKind::Action => equal(what, "action"),
        SchemaKind::StateStore => equal(what, "state store"),
        _ => false,
    };
    if !fits {
        return;
    }
    if !belongs(name, provider) {
        Message::of(&shared_texts::TYPE_PREFIX, provider, name, rest(name)).stop()
    }
    let mut earlier = 0;
    while earlier < index {
        if equal(names[earlier], name) {
            Message::of(&shared_texts::DUPLICATE_TYPE, what, name, "").stop()
        }
        earlier += 1;
    }
    if let Some(listed) = listed
        && !equal(listed.type_name.const_str(), name)
    {
        Message::of(
            &shared_texts::LIST_OF_ANOTHER,
            listed.type_name.const_str(),
            name,
            "",
        )
        .stop()
    }
    if !identified {
        Message::of(&shared_texts::LIST_WITHOUT_IDENTITY, name, "", "").stop()
    }
    let Some(updates) = updates else { return };
    if !updates && times_update(schema) {
        Message::of(&shared_texts::UPDATE_TIMEOUT, name, "", "").stop()
    }
    let (fields, count) = changeable(schema);
    if updates && count == 0 && !has_write_only(schema) {
        Message::of(&shared_texts::UPDATE_SUPERFLUOUS, name, "", "").stop()
    }
    if !updates && count > 0 {
        Message::of(&shared_texts::UPDATE_MISSING, name, fields.as_str(), "").stop()
    }
}

/// Whether there is a timeout for updates.
const fn times_update(schema: &Schema) -> bool {
    let timeouts = schema.timeouts.const_slice();
    let mut i = 0;
    while i < timeouts.len() {
        if equal(timeouts[i].operation.const_str(), "update") {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a field of the resource is write-only: the plan hook may make an update of one that it finds changed.
const fn has_write_only(schema: &Schema) -> bool {
    let Ref::Static { value: block } = &schema.block else {
        return false;
    };
    let fields = block.fields.const_slice();
    let mut i = 0;
    while i < fields.len() {
        if fields[i].flags.has(Flags::WRITE_ONLY) {
            return true;
        }
        i += 1;
    }
    false
}

/// The first fields that can change in place, in words, and the number of all.
const fn changeable(schema: &Schema) -> (Message, usize) {
    const SHOWN: usize = 4;
    let Ref::Static { value: block } = &schema.block else {
        return (Message::new(), 0);
    };
    let fields = block.fields.const_slice();
    let (mut total, mut i) = (0, 0);
    while i < fields.len() {
        total += can_change(&fields[i]) as usize;
        i += 1;
    }
    let (mut words, mut count, mut i) = (Message::new(), 0, 0);
    while i < fields.len() && count < SHOWN {
        if can_change(&fields[i]) {
            count += 1;
            if count > 1 {
                words = words.add(if count == total { " and " } else { ", " });
            }
            words = words.name(fields[i].name.const_str());
        }
        i += 1;
    }
    if total > SHOWN {
        words = words.add(" and others");
    }
    (words, total)
}

/// Whether the configuration can change a field while the resource stays.
const fn can_change(field: &Field) -> bool {
    let extras = field.extras.const_slice();
    let mut i = 0;
    while i < extras.len() {
        if matches!(extras[i], Extra::Removed { .. }) {
            return false;
        }
        i += 1;
    }
    let flags = field.flags;
    let configurable = matches!(field.kind, Kind::Block { .. })
        || flags.has(Flags::REQUIRED)
        || flags.has(Flags::OPTIONAL);
    configurable
        && !flags.has(Flags::FORCE_NEW)
        && !flags.has(Flags::WRITE_ONLY)
        && !flags.has(Flags::IMPLIED)
}

/// Whether Terraform finds the provider by the type's name: the part before the first underscore.
/// (A provider's name has none.) What stands after a hyphen is a variant of the same provider:
/// `google-beta` serves `google_…`.
const fn belongs(name: &str, provider: &str) -> bool {
    let bytes = provider.as_bytes();
    let mut i = 1;
    while i < bytes.len() {
        if bytes[i] == b'-' && has_prefix(name, provider.split_at(i).0) {
            return true;
        }
        i += 1;
    }
    has_prefix(name, provider)
}

const fn has_prefix(name: &str, provider: &str) -> bool {
    let (name, provider) = (name.as_bytes(), provider.as_bytes());
    let mut i = 0;
    while i < provider.len() {
        if i == name.len() || name[i] != provider[i] {
            return false;
        }
        i += 1;
    }
    i == name.len() || name[i] == b'_'
}

/// What follows the first underscore, or all of it.
const fn rest(name: &str) -> &str {
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'_' {
            return name.split_at(i + 1).1;
        }
        i += 1;
    }
    name
}

// At the end, since it names macros that must have been read.
#[doc(no_inline)]
pub use {
    actions, data_sources, ephemeral_resources, functions, list_resources, resources, state_stores,
};

#[cfg(test)]
mod tests {
    use super::belongs;

    #[test]
    fn a_type_belongs_to_the_provider_that_its_name_begins_with() {
        for (name, provider) in [
            ("disk_image", "disk"),
            ("disk", "disk"),
            ("google_compute", "google-beta"),
            ("google-beta_compute", "google-beta"),
        ] {
            assert!(belongs(name, provider), "{name} {provider}");
        }
        for (name, provider) in [
            ("diskimage", "disk"),
            ("disc_image", "disk"),
            ("dis_image", "disk"),
            ("goog_compute", "google-beta"),
            ("google_compute", "googlebeta-x"),
        ] {
            assert!(!belongs(name, provider), "{name} {provider}");
        }
    }
}
