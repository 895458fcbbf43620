//! The data source `disk_image`.

use schema_provider::prelude::*;

use crate::Disk;
use crate::partition::PartitionKind;

/// An existing disk image, by its name.
#[derive(Schema)]
#[schema(data_source = "disk_image")]
pub struct ImageDataSource {
    /// The name of the image.
    #[field(required, validate = length(1..=64))]
    name: String,
    /// The size in MiB.
    #[field(computed)]
    size_mb: i64,
    /// The size of a sector in bytes.
    #[field(computed)]
    sector_size: i64,
    /// Labels, kept beside the image.
    #[field(computed)]
    labels: BTreeMap<String, String>,
    /// The partitions, in order.
    #[field(computed, nested(list))]
    partition: Vec<FoundPartition>,
    /// The image file.
    #[field(computed)]
    path: String,
    /// The disk's GUID; null while the partition table is damaged.
    #[field(computed)]
    uuid: Option<String>,
    /// When the image was created, RFC 3339 in UTC.
    #[field(computed)]
    created_at: String,
    /// SHA-256 of the whole file, in hex.
    #[field(computed)]
    sha256: String,
}

/// A partition of an image that was looked up.
#[derive(Schema)]
#[schema(block)]
pub struct FoundPartition {
    /// The label in the partition table.
    #[field(computed)]
    label: String,
    /// The size in MiB.
    #[field(computed)]
    size_mb: i64,
    /// What the partition is for.
    #[field(computed)]
    kind: Option<PartitionKind>,
}

impl DataSource for ImageDataSource {
    type Provider = Disk;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(ImageDataSource::NAME);
        let store = cx.client()?.clone();
        let wanted = name.clone();
        let found = tokio::task::spawn_blocking(move || store.read(&wanted)).await??;
        let Some(image) = found else {
            return Err(Diagnostic::error(format!("There is no image {name:?}"))
                .with_detail(format!(
                    "No image of this name is in {}.",
                    cx.client()?.directory().display()
                ))
                .at(ImageDataSource::NAME.path())
                .into());
        };
        data.set_id(name);
        data.set(
            ImageDataSource::SIZE_MB,
            i64::try_from(image.size_mb).unwrap_or(i64::MAX),
        );
        data.set(
            ImageDataSource::SECTOR_SIZE,
            i64::try_from(image.sector_size.bytes()).unwrap_or(512),
        );
        data.set(ImageDataSource::LABELS, image.labels);
        data.set(
            ImageDataSource::PARTITION,
            image
                .partitions
                .into_iter()
                .map(|partition| FoundPartition {
                    label: partition.label,
                    size_mb: i64::try_from(partition.size_mb).unwrap_or(i64::MAX),
                    kind: Some(partition.kind.into()),
                })
                .collect::<Vec<_>>(),
        );
        data.set(ImageDataSource::PATH, image.path.display().to_string());
        data.set(ImageDataSource::UUID, image.uuid);
        data.set(ImageDataSource::CREATED_AT, image.created_at);
        data.set(ImageDataSource::SHA256, image.sha256);
        Ok(())
    }
}
