//! [`ListResource`]: what an author implements for a resource whose objects can be listed.

use std::future::Future;

use schema_runtime::data::ConfigData;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::object::ListRoot;

use super::resource::Resource;
use crate::context::{Cx, ListSink};
use crate::result::Result;
use crate::untyped::default_methods::mark_default;

/// A resource whose objects can be listed: the list resource of its type, for `list` blocks and `terraform query`.
///
/// The resource must say what [identifies](crate::Resource) its objects, and be named in
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
    /// What a `list` block takes in its `config`: a struct with `#[schema(list = "…")]`, of the resource's type.
    type Filter: ListRoot;

    /// Finds the objects that the filter names, and [pushes](ListSink::push) each of them. All values of the filter are
    /// known; its defaults are filled in.
    ///
    /// The end of this function is the end of the list. An error that it returns is told, and then Terraform drops
    /// everything that the block has found before: what cannot be read of a single object is better left out with a
    /// [warning](Cx::warn). It ends by itself where [`push`](ListSink::push) has all that is asked for, or nobody
    /// listens any more: that is an error only to this function, and is told to nobody. The operation's name for a
    /// timeout is `list`.
    fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, Self::Filter>,
        found: &mut ListSink<Self>,
    ) -> impl Future<Output = Result> + Send;

    /// Checks what the block takes beyond what the schema says; values may be unknown.
    fn validate_filter(config: ConfigData<'_, Self::Filter>) -> Diagnostics {
        let _ = config;
        mark_default::<Self>();
        Diagnostics::new()
    }
}
