//! The lists of images and snapshots, for `list` blocks and `terraform query`.

use schema_provider::prelude::*;

use crate::provider::blocking;
use crate::{Image, Snapshot};

/// Which images to list.
#[derive(Schema)]
#[schema(list = "disk_image", subcategory = "Images", timeouts(list = "5m"))]
pub struct ImageFilter {
    /// How the names begin.
    #[field(optional)]
    name_prefix: Option<String>,
    /// The least size in MiB.
    #[field(optional, validate = range(1..))]
    min_size_mb: Option<i64>,
    /// Labels that an image must have, with these values.
    #[field(optional)]
    labels: BTreeMap<String, String>,
}

impl ListResource for Image {
    type Filter = ImageFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, ImageFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let prefix = filter.get_ok(ImageFilter::NAME_PREFIX).unwrap_or_default();
        let min = filter.get_ok(ImageFilter::MIN_SIZE_MB);
        let labels = filter.get_ok(ImageFilter::LABELS).unwrap_or_default();
        // The name alone says whether it is wanted.
        let by_name = min.is_none() && labels.is_empty();
        for name in blocking(cx, |store| store.list()).await? {
            if !name.starts_with(&prefix) {
                continue;
            }
            let mut image = found.object();
            image.set_id(&name);
            image.set(Image::NAME, &*name);
            if found.wants_objects() || !by_name {
                Self::read(cx, &mut image).await?;
                let has = image.get(Image::LABELS);
                let fits = image.get(Image::SIZE_MB) >= min
                    && labels
                        .iter()
                        .all(|(key, value)| has.get(key) == Some(value));
                if !fits {
                    continue;
                }
            }
            found.push(name, image).await?;
        }
        Ok(())
    }
}

/// Which snapshots to list.
#[derive(Schema)]
#[schema(
    list = "disk_snapshot",
    subcategory = "Snapshots",
    timeouts(list = "5m")
)]
pub struct SnapshotFilter {
    /// The id of the image that was copied.
    #[field(optional)]
    image_id: Option<String>,
}

impl ListResource for Snapshot {
    type Filter = SnapshotFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, SnapshotFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let wanted = filter.get_ok(SnapshotFilter::IMAGE_ID);
        for name in blocking(cx, |store| store.list_snapshots()).await? {
            let mut snapshot = found.object();
            snapshot.set_id(&name);
            snapshot.set(Snapshot::NAME, &*name);
            if found.wants_objects() || wanted.is_some() {
                Self::read(cx, &mut snapshot).await?;
                let image = snapshot.get(Snapshot::IMAGE_ID);
                if wanted.as_ref().is_some_and(|wanted| *wanted != image) {
                    continue;
                }
            }
            found.push(name, snapshot).await?;
        }
        Ok(())
    }
}
