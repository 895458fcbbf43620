//! The resource `disk_image`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use schema_provider::prelude::*;

use crate::Disk;
use crate::partition::{Partition, for_store};
use crate::provider::blocking;
use crate::store::{self, NewImage, Passphrase, SectorSize};

/// A disk image file with a GUID partition table.
#[derive(Schema)]
#[schema(
    resource = "disk_image",
    identity(name),
    subcategory = "Images",
    timeouts(create = "10m", update = "10m", delete = "1m")
)]
pub struct Image {
    /// The name, and that of the file without its ending.
    #[field(required, force_new, validate = [length(1..=64), regex("^[a-z][a-z0-9-]*$")])]
    name: String,
    /// The size in MiB. Where it is not set, the provider chooses one that fits the partitions,
    /// or that of the snapshot, and keeps it. An image grows in place and never shrinks.
    #[field(optional, computed, validate = range(2..=1_048_576), conflicts_with(snapshot_id))]
    size_mb: Option<i64>,
    /// The size of a sector in bytes, for which the partition table is made.
    #[field(optional, default = 512, force_new, validate = one_of(512, 4096))]
    #[field(allow(
        force_new_default,
        reason = "the default never changes, and read finds the real size of an imported image"
    ))]
    sector_size: i64,
    /// The snapshot whose content the image starts with. Its partitions are those of the blocks
    /// here.
    #[field(optional, force_new)]
    snapshot_id: Option<String>,
    /// Labels, kept beside the image.
    #[field(optional)]
    labels: BTreeMap<String, String>,
    /// A pass phrase that programs ask for before they use the image. It is in no plan and in no
    /// state; a salted hash of it is kept beside the image.
    #[field(optional, write_only, validate = length(8..=1024), required_with(passphrase_wo_version))]
    passphrase_wo: Option<Secret>,
    /// The version of the pass phrase: a change of it sets `passphrase_wo` again. Without it the
    /// image has no pass phrase.
    #[field(optional, validate = range(1..), required_with(passphrase_wo))]
    passphrase_wo_version: Option<i64>,
    /// The partitions, in order.
    #[field(block(list, max_items = 4))]
    partition: Vec<Partition>,
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
    #[field(computed(when_changed(partition, size_mb, uuid)))]
    sha256: String,
}

impl Resource for Image {
    type Provider = Disk;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(Image::NAME);
        let partitions = data.get(Image::PARTITION);
        let snapshot = data.get_ok(Image::SNAPSHOT_ID);
        let size_mb = match data.get_ok(Image::SIZE_MB) {
            Some(size) => Some(u64::try_from(size)?),
            None if snapshot.is_some() => None,
            None => Some(size_for(&partitions)),
        };
        let new = NewImage {
            name: name.clone(),
            size_mb,
            sector_size: SectorSize::try_from(u64::try_from(data.get(Image::SECTOR_SIZE))?)?,
            partitions: Some(for_store(&partitions)?),
            labels: data.get(Image::LABELS),
            passphrase: passphrase(data)?,
            from_snapshot: snapshot,
        };
        // With the id set, a failure leaves a tainted object, which the next apply deletes: so an
        // image that was there before must have been found by then.
        let wanted = name.clone();
        blocking(cx, move |store| store.check_free(&wanted)).await?;
        // The name is the id, so Terraform can know of the image before a long copy is done.
        data.set_id(name);
        let (watcher, mut reported) = (cx.clone(), Instant::now());
        let created = blocking(cx, move |store| {
            Ok(store.create_watched(&new, &mut |done, total| {
                if watcher.is_cancelled() {
                    return ControlFlow::Break(());
                }
                if reported.elapsed() >= Duration::from_millis(100) {
                    reported = Instant::now();
                    watcher.progress(format!("copied {} of {} MiB", done >> 20, total >> 20));
                }
                ControlFlow::Continue(())
            }))
        })
        .await?;
        match created {
            Ok(image) => {
                describe(data, image);
                Ok(())
            }
            Err(error) => {
                // Nothing of ours is left; what has the name now was made by someone else.
                data.mark_gone();
                Err(error.into())
            }
        }
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.require_id()?.to_owned();
        match blocking(cx, move |store| store.read(&name)).await? {
            Some(image) => describe(data, image),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.require_id()?.to_owned();
        blocking(cx, move |store| store.delete(&name)).await
    }

    async fn plan(_cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let size = plan.value(Image::SIZE_MB).known();
        // A replacement is a new image, of any size.
        let replaced = plan.has_change(Image::NAME)
            || plan.has_change(Image::SECTOR_SIZE)
            || plan.has_change(Image::SNAPSHOT_ID);
        if let (Some(old), Some(new)) = (plan.prior(Image::SIZE_MB), size)
            && new < old
            && !replaced
        {
            plan.error_at(
                Image::SIZE_MB,
                "An image cannot shrink",
                format!(
                    "The image has {old} MiB, and {new} MiB are configured. Configure at least \
                     {old}, or replace the image."
                ),
            );
        }
        if let (Some(size), Some(partitions)) = (size, plan.value(Image::PARTITION).known()) {
            let sizes: Vec<u64> = partitions
                .iter()
                .filter_map(|p| u64::try_from(p.size_mb).ok())
                .collect();
            if let Err(error) = store::fits(u64::try_from(size)?, &sizes) {
                plan.error_at(
                    Image::PARTITION,
                    "The partitions do not fit",
                    error.to_string(),
                );
            }
        }
        // The version says when the pass phrase changes; one that changed without it was likely
        // forgotten.
        let kept = plan
            .private()
            .get(PASSPHRASE)
            .and_then(|kept| serde_json::from_slice(kept).ok());
        let kept: Option<Passphrase> = kept;
        if let (Some(kept), Val::Known(text)) = (kept, plan.config(Image::PASSPHRASE_WO))
            && !plan.has_change(Image::PASSPHRASE_WO_VERSION)
            && text.expose().is_some_and(|text| !kept.is(text))
        {
            plan.warn(
                Image::PASSPHRASE_WO,
                "The pass phrase is another one",
                "It is not the one that the image has, and stays without effect: to set it, raise \
                 passphrase_wo_version.",
            );
        }
        if plan.kind() != PlanKind::Create && plan.prior(Image::UUID).is_none() {
            // The partition table was damaged: an update writes it again.
            plan.set_unknown(Image::UUID);
        }
        Ok(())
    }
}

impl Update for Image {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.require_id()?.to_owned();
        let damaged = data.has_change(Image::UUID);
        if data.has_change(Image::LABELS) {
            let (name, labels) = (name.clone(), data.get(Image::LABELS));
            blocking(cx, move |store| store.set_labels(&name, labels)).await?;
        }
        if data.has_change(Image::PASSPHRASE_WO_VERSION) {
            let (name, passphrase) = (name.clone(), passphrase(data)?);
            blocking(cx, move |store| store.set_passphrase(&name, passphrase)).await?;
        }
        if data.has_change(Image::SIZE_MB) || damaged {
            let name = name.clone();
            let size = u64::try_from(data.require(Image::SIZE_MB)?)?;
            blocking(cx, move |store| store.grow(&name, size)).await?;
        }
        if data.has_change(Image::PARTITION) || damaged {
            let name = name.clone();
            let partitions = for_store(&data.get(Image::PARTITION))?;
            blocking(cx, move |store| store.set_partitions(&name, &partitions)).await?;
        }
        Self::read(cx, data).await
    }
}

/// Under which key the salted hash of the pass phrase is in private data, for the plan.
const PASSPHRASE: &str = "passphrase";

/// The pass phrase that is configured, as it is kept; none where it has no version.
fn passphrase(data: &ResourceData<Image>) -> Result<Option<Passphrase>> {
    if data.get(Image::PASSPHRASE_WO_VERSION).is_none() {
        return Ok(None);
    }
    // Only here it is sure to be known.
    let text = data.require(Image::PASSPHRASE_WO)?;
    Ok(Some(Passphrase::new(text.require()?)))
}

/// The size of an image whose configuration leaves it to us.
fn size_for(partitions: &[Partition]) -> u64 {
    let needed: u64 = partitions
        .iter()
        .filter_map(|p| u64::try_from(p.size_mb).ok())
        .sum();
    // One MiB before the first partition, one for the backup table behind the last.
    store::DEFAULT_SIZE_MB.max(needed.saturating_add(2))
}

/// Sets every field to what the file says.
fn describe(data: &mut ResourceData<Image>, image: store::Image) {
    data.set(Image::NAME, image.name);
    data.set(Image::SIZE_MB, i64::try_from(image.size_mb).ok());
    data.set(
        Image::SECTOR_SIZE,
        i64::try_from(image.sector_size.bytes()).unwrap_or(512),
    );
    data.set(Image::LABELS, image.labels);
    let kept = image.passphrase.as_ref().map(serde_json::to_vec);
    match kept.and_then(std::result::Result::ok) {
        Some(kept) => data.set_private(PASSPHRASE, kept),
        None => {
            // It was removed outside Terraform: without a version in the state, the next apply sets
            // it again.
            data.set(Image::PASSPHRASE_WO_VERSION, None::<i64>);
            data.remove_private(PASSPHRASE);
        }
    }
    data.set(
        Image::PARTITION,
        image
            .partitions
            .into_iter()
            .map(Partition::from)
            .collect::<Vec<_>>(),
    );
    data.set(Image::PATH, image.path.display().to_string());
    data.set(Image::UUID, image.uuid);
    data.set(Image::CREATED_AT, image.created_at);
    data.set(Image::SHA256, image.sha256);
}
