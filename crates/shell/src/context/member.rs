//! Members of a provider, which have its client.

use schema_runtime::__private::Sealed;

/// Has a client of type `C`: each [`Member`], but not `configure`, which makes the client.
// A parameter instead of an associated type: if the compiler cannot resolve an associated type, it
// reports that there is no method `client` instead of the message here.
#[diagnostic::on_unimplemented(
    message = "there is no client here: `configure` makes it",
    label = "no client before `configure` has returned it",
    note = "help: use what the client is made of, and return it from `configure`; the functions of a `Resource` or `DataSource` get it from `cx.client()`"
)]
pub trait HasClient<K, C> {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

/// Has a provider whose `provider_meta` blocks are described by `M`: each [`Member`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` belongs to no provider, so it has no `provider_meta` block",
    label = "there is no provider here",
    note = "help: the functions of a `Resource` or `DataSource` can read the block"
)]
pub trait HasProviderMeta<K, M> {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

/// A resource, data source, ephemeral resource, action or state store, which belongs to a provider.
/// `K` keeps them apart and is always inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` belongs to no provider",
    label = "there is no client here",
    note = "a client exists in the functions of a `Resource` or `DataSource`; `configure` makes it"
)]
#[doc(hidden)]
pub trait Member<K> {
    /// The provider.
    type Provider;
    #[doc(hidden)]
    const __SEALED: Sealed;
}

/// Marks a [`Member`] as a resource.
#[derive(Debug)]
pub enum OfResource {}

/// Marks a [`Member`] as a data source.
#[derive(Debug)]
pub enum OfDataSource {}

/// Marks a [`Member`] as an ephemeral resource.
#[derive(Debug)]
pub enum OfEphemeral {}

/// Marks a [`Member`] as an action.
#[derive(Debug)]
pub enum OfAction {}

/// Marks a [`Member`] as a state store.
#[derive(Debug)]
pub enum OfStateStore {}
