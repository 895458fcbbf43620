//! Which provider a resource or data source belongs to, and so what [`Cx`] has for it.

use schema_runtime::data::ConfigData;
use schema_runtime::object::{ProviderMetaRoot, ProviderRoot};

use crate::context::Cx;
use crate::data_source::DataSource;
use crate::provider::Provider;
use crate::resource::Resource;
use crate::result::Result;

impl<R> Cx<R> {
    /// The provider's client.
    ///
    /// # Errors
    /// The provider is not configured: it never was, its configuration failed, or settings are
    /// not known yet (then planning goes on without it).
    pub fn client<K, C: Send + Sync + 'static>(&self) -> Result<&C>
    where
        R: HasClient<K, C>,
    {
        self.call.client()
    }

    /// What the module that the resource or data source stands in tells the provider, with
    /// defaults filled in; nothing where the module has no such block.
    ///
    /// ```hcl
    /// terraform {
    ///   provider_meta "notes" {
    ///     team = "storage"
    ///   }
    /// }
    /// ```
    ///
    /// Which struct describes the block, the provider says:
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// /// Notes in files.
    /// #[derive(Schema)]
    /// #[schema(provider = "notes", meta = NotesMeta)]
    /// pub struct Notes {}
    ///
    /// /// What a module says about itself.
    /// #[derive(Schema)]
    /// #[schema(provider_meta = "notes")]
    /// pub struct NotesMeta {
    ///     /// Who is asked about the module's notes.
    ///     #[field(required)]
    ///     team: String,
    /// }
    /// # impl Provider for Notes {
    /// #     type Client = ();
    /// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
    /// # }
    /// # #[derive(Schema)]
    /// # #[schema(resource = "notes_note")]
    /// # pub struct Note {
    /// #     #[field(required, force_new)]
    /// #     name: String,
    /// # }
    /// # impl Resource for Note {
    /// #     type Provider = Notes;
    /// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
    /// async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
    ///     let team = cx.provider_meta().and_then(|meta| meta.get_ok(NotesMeta::TEAM));
    ///     data.set_id(format!("{}/{}", team.unwrap_or_default(), data.get(Note::NAME)));
    ///     Ok(())
    /// }
    /// # }
    /// ```
    ///
    /// Terraform sends it with read, plan, create, update, delete and the read of a data source,
    /// not with import, upgrade and move. Values may be unknown in a plan. Settings of the
    /// provider are another thing: those it has in
    /// [`configure`](crate::Provider::configure), for all modules alike.
    #[must_use]
    pub fn provider_meta<K>(
        &self,
    ) -> Option<ConfigData<'_, <<R as Member<K>>::Provider as ProviderRoot>::Meta>>
    where
        R: Member<K>,
        <<R as Member<K>>::Provider as ProviderRoot>::Meta: ProviderMetaRoot,
    {
        self.call.provider_meta.as_deref().map(ConfigData::new)
    }
}

/// What has a client of type `C`: each [`Member`], and so not `configure`, which makes the client.
// A parameter and no associated type: where one cannot be resolved, the compiler says that there is
// no method `client`, and not the words here.
#[diagnostic::on_unimplemented(
    message = "there is no client here: it is made by `configure`",
    label = "no client before `configure` returned it",
    note = "help: use what the client is made of, and return it from `configure`; the functions of a `Resource` or `DataSource` get it from `cx.client()`"
)]
pub trait HasClient<K, C> {}

#[diagnostic::do_not_recommend]
impl<K, R: Member<K>> HasClient<K, <R::Provider as Provider>::Client> for R {}

/// A resource or data source, which belongs to a provider. `K` keeps the two apart and is always
/// inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` belongs to no provider",
    label = "there is no client here",
    note = "a client exists in the functions of a `Resource` or `DataSource`; `configure` makes it"
)]
pub trait Member<K> {
    /// The provider.
    type Provider: Provider;
}

/// Says that a [`Member`] is a resource.
#[derive(Debug)]
pub enum OfResource {}

/// Says that a [`Member`] is a data source.
#[derive(Debug)]
pub enum OfDataSource {}

#[diagnostic::do_not_recommend]
impl<R: Resource> Member<OfResource> for R {
    type Provider = R::Provider;
}

#[diagnostic::do_not_recommend]
impl<D: DataSource> Member<OfDataSource> for D {
    type Provider = D::Provider;
}
