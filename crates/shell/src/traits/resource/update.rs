//! [`Update`]: a resource that can change in place.

use std::future::Future;

use schema_runtime::data::ResourceData;

use super::Resource;
use crate::context::Cx;
use crate::result::Result;

/// A [`Resource`] that can be changed in place.
///
/// Required if a field can change without a replacement; a compile error if none can.
///
/// ```
/// # use schema_provider::prelude::*;
/// # #[derive(Schema)]
/// # #[schema(provider = "disk")]
/// # pub struct Disk {}
/// # impl Provider for Disk {
/// #     type Client = ();
/// #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
/// # }
/// # #[derive(Schema)]
/// # #[schema(resource = "disk_image")]
/// # pub struct Image {
/// #     #[field(required)]
/// #     size_mb: i64,
/// # }
/// # impl Resource for Image {
/// #     type Provider = Disk;
/// #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
/// # }
/// impl Update for Image {
///     async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
///         if data.has_change(Image::SIZE_MB) {
///             cx.progress(format!("resizing {} to {} MiB", data.require_id()?, data.get(Image::SIZE_MB)));
///         }
///         Ok(())
///     }
/// }
/// # let (old, new) = (r#"{"id": "1", "size_mb": 8}"#, r#"{"size_mb": 16}"#);
/// # let mut data = schema_provider::__private::example::applying::<Image>(old, new);
/// # Cx::<Image>::__example((), async |cx, _| Image::update(cx, &mut data).await).unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has fields that can change in place, but no update",
    label = "needs `impl Update for {Self}`",
    note = "or give every configurable field `force_new`, so that each change replaces the resource"
)]
pub trait Update: Resource {
    /// Changes the remote object to what is planned. After an error the prior state stays; use
    /// [`ResourceData::begin_partial`] to keep what was already changed.
    fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> impl Future<Output = Result> + Send; // write `async fn update(…) -> Result`
}
