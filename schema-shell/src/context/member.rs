//! What belongs to a provider, and so has its client.

use schema_runtime::object::ProviderRoot;

/// What has a client of type `C`: each [`Member`], and so not `configure`, which makes the client.
// A parameter and no associated type: where one cannot be resolved, the compiler says that there is
// no method `client`, and not the words here.
#[diagnostic::on_unimplemented(
    message = "there is no client here: it is made by `configure`",
    label = "no client before `configure` returned it",
    note = "help: use what the client is made of, and return it from `configure`; the functions of a `Resource` or `DataSource` get it from `cx.client()`"
)]
pub trait HasClient<K, C> {}

/// A resource or data source, which belongs to a provider. `K` keeps the two apart and is always
/// inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` belongs to no provider",
    label = "there is no client here",
    note = "a client exists in the functions of a `Resource` or `DataSource`; `configure` makes it"
)]
pub trait Member<K> {
    /// The provider.
    type Provider: ProviderRoot;
}

/// Says that a [`Member`] is a resource.
#[derive(Debug)]
pub enum OfResource {}

/// Says that a [`Member`] is a data source.
#[derive(Debug)]
pub enum OfDataSource {}
