//! The provider and its settings.

use std::num::NonZeroU64;

use schema_provider::prelude::*;

use crate::store::{self, Store};
use crate::{Image, ImageDataSource, SizeMb, Snapshot, States, TemporaryCopy, Verify};

/// Disk image files in a directory.
#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    /// The directory that holds the images; created when the first image is.
    #[field(optional, default_env("DISK_DIRECTORY", fallback = "disks"))]
    directory: String,
    /// The most MiB that snapshots copy in a second, to spare the disk. Without it they copy as
    /// fast as they can.
    #[field(optional, validate = range(1..))]
    copy_mb_per_second: Option<i64>,
}

impl Provider for Disk {
    type Client = Store;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image, Snapshot]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![ImageDataSource]
    }

    fn list_resources() -> &'static [ListDef<Self>] {
        list_resources![Image, Snapshot]
    }

    fn ephemeral_resources() -> &'static [EphemeralDef<Self>] {
        ephemeral_resources![TemporaryCopy]
    }

    fn actions() -> &'static [ActionDef<Self>] {
        actions![Verify]
    }

    fn state_stores() -> &'static [StateStoreDef<Self>] {
        state_stores![States]
    }

    fn functions() -> &'static [FunctionDef] {
        functions![SizeMb]
    }

    async fn configure(_cx: &Cx, config: ConfigData<'_, Self>) -> Result<Store> {
        let rate = config
            .value(Disk::COPY_MB_PER_SECOND)
            .known()
            .and_then(|mb| u64::try_from(mb).ok()?.checked_mul(1 << 20))
            .and_then(NonZeroU64::new);
        let directory = config.require(Disk::DIRECTORY)?;
        Ok(Store::open(directory)?.with_copy_rate(rate))
    }
}

/// Runs a function of the store where it may block.
pub(crate) async fn blocking<R, T, F>(cx: &Cx<R>, work: F) -> Result<T>
where
    R: Resource<Provider = Disk>,
    T: Send + 'static,
    F: FnOnce(&Store) -> store::Result<T> + Send + 'static,
{
    let store = cx.client()?.clone();
    Ok(tokio::task::spawn_blocking(move || work(&store)).await??)
}
