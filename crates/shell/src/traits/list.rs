//! [`ListResource`]: the trait of a resource whose objects can be
//! listed.

use std::future::Future;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ListRoot;

use super::resource::Resource;
use crate::context::{Cx, ListSink};
use crate::result::Result;
use crate::untyped::default_methods::not_validated;

/// A resource whose objects can be listed, for `list` blocks and `terraform query`.
///
/// The resource needs an [identity](crate::Resource) and an entry in
/// [`list_resources!`](crate::list_resources).
///
/// ```
/// use schema_provider::prelude::*;
///
/// # pub struct Disks;
/// # pub struct Entry { name: String, size_mb: i64 }
/// # impl Disks {
/// #     async fn images(&self, _: &str) -> std::io::Result<Vec<Entry>> { Ok(Vec::new()) }
/// # }
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = Disks;
/// #     fn resources() -> &'static [ResourceDef<Self>] { resources![Image] }
/// #     fn list_resources() -> &'static [ListDef<Self>] { list_resources![Image] }
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result<Disks> { Ok(Disks) }
/// # }
/// /// An image.
/// #[derive(Schema)]
/// #[schema(resource = "disk_image", identity(name))]
/// pub struct Image {
///     #[field(required, force_new)]
///     name: String,
///     #[field(required, force_new)]
///     size_mb: i64,
/// }
/// # impl Resource for Image {
/// #     type Provider = Disk;
/// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     nothing_to_read!();
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
///
/// /// Which images to list.
/// #[derive(Schema)]
/// #[schema(list = "disk_image")]
/// pub struct ImageFilter {
///     /// How the names begin.
///     #[field(optional)]
///     prefix: Option<String>,
/// }
///
/// impl ListResource for Image {
///     type Filter = ImageFilter;
///
///     async fn list(
///         cx: &Cx<Self>,
///         filter: ConfigData<'_, ImageFilter>,
///         found: &mut ListSink<Self>,
///     ) -> Result {
///         let prefix = filter.get_ok(ImageFilter::PREFIX).unwrap_or_default();
///         for entry in cx.client()?.images(&prefix).await? {
///             let mut image = found.object();
///             // What identifies it is made of its fields.
///             image.set(Image::NAME, &*entry.name);
///             if found.wants_objects() {
///                 image.set_id(&*entry.name);
///                 image.set(Image::SIZE_MB, entry.size_mb);
///             }
///             found.push(entry.name, image).await?;
///         }
///         Ok(())
///     }
/// }
/// # assert_eq!(Disk::list_resources().len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list resource",
    label = "needs `impl ListResource for {Self}`",
    note = "help: `list_resources![…]` names the resource whose objects are listed; a struct with `#[schema(list = \"…\")]` is what its `type Filter` says"
)]
pub trait ListResource: Resource {
    /// The `config` of a `list` block: a struct with `#[schema(list = "…")]` and the resource's
    /// type.
    type Filter: ListRoot;

    /// Finds the objects that match the filter, and [pushes](ListSink::push) each of them. All
    /// values of the filter are known, with defaults filled in.
    ///
    /// The list ends with this function. If it returns an error, Terraform drops everything that
    /// the block has found: skip a single object that cannot be read, with a [warning](Cx::warn).
    /// Pass on the error of [`push`](ListSink::push): it means that enough was found or that nobody
    /// listens, and is not reported. The timeout of this operation is called `list`.
    fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, Self::Filter>,
        found: &mut ListSink<Self>,
    ) -> impl Future<Output = Result> + Send;

    /// Validates the filter beyond what the schema can express. Values may be unknown.
    fn validate_filter(config: ConfigData<'_, Self::Filter>) -> Diagnostics {
        not_validated::<Self>(config)
    }
}
