//! The ephemeral resource `disk_copy`.

use std::path::PathBuf;

use schema_provider::id;
use schema_provider::prelude::*;

use crate::Disk;

/// A copy of an image for as long as Terraform runs: what changes it, changes no image.
#[derive(Schema)]
#[schema(
    ephemeral = "disk_copy",
    subcategory = "Images",
    timeouts(open = "10m")
)]
pub struct TemporaryCopy {
    /// The name of the image.
    #[field(required, validate = length(1..=64))]
    image: String,
    /// The file of the copy.
    #[field(computed)]
    path: String,
    /// Its size in MiB.
    #[field(computed)]
    size_mb: i64,
}

impl EphemeralResource for TemporaryCopy {
    type Provider = Disk;

    async fn open(cx: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let store = cx.client()?.clone();
        let image = data.get(TemporaryCopy::IMAGE);
        let path = store.copy_path(&image, &id::prefixed("copy-"))?;
        // Before the file is there: what is left of it when the rest fails is removed by `close`.
        data.set(TemporaryCopy::PATH, path.display().to_string());
        data.opened(path.display().to_string());
        let stop = cx.clone();
        let copied = cx.blocking(move || {
            store.copy_to(&image, &path, &|| stop.is_cancelled())?;
            store.read(&image)
        });
        if let Some(image) = copied.await? {
            let size = i64::try_from(image.size_mb).unwrap_or(i64::MAX);
            data.set(TemporaryCopy::SIZE_MB, size);
        }
        Ok(())
    }

    async fn close(cx: &Cx<Self>, data: &EphemeralData<Self>) -> Result {
        let store = cx.client()?.clone();
        let path = PathBuf::from(data.get(TemporaryCopy::PATH));
        Ok(cx.blocking(move || store.remove_copy(&path)).await?)
    }
}
