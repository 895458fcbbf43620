//! What belongs to a provider, and so has its client.

use schema_runtime::__private::Sealed;

/// What has a client of type `C`: each [`Member`], and so not `configure`, which makes the client.
// A parameter and no associated type: where one cannot be resolved, the compiler says that there is
// no method `client`, and not the words here.
#[diagnostic::on_unimplemented(
    message = "there is no client here: `configure` makes it",
    label = "no client before `configure` has returned it",
    note = "help: use what the client is made of, and return it from `configure`; the functions of a `Resource` or `DataSource` get it from `cx.client()`"
)]
pub trait HasClient<K, C> {
    #[doc(hidden)]
    const __SEALED: Sealed;
}

/// What has a provider whose `provider_meta` blocks are described by `M`: each [`Member`].
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

/// Says that a [`Member`] is a resource.
#[derive(Debug)]
pub enum OfResource {}

/// Says that a [`Member`] is a data source.
#[derive(Debug)]
pub enum OfDataSource {}

/// Says that a [`Member`] is an ephemeral resource.
#[derive(Debug)]
pub enum OfEphemeral {}

/// Says that a [`Member`] is an action.
#[derive(Debug)]
pub enum OfAction {}

/// Says that a [`Member`] is a state store.
#[derive(Debug)]
pub enum OfStateStore {}
