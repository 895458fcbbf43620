//! The resource `disk_snapshot`.

use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::wait::{self, WaitError, WaitFailure};

use crate::Disk;
use crate::provider::blocking;
use crate::store::{self, Status};

/// A copy of an image, as it was when the snapshot was made.
#[derive(Schema)]
#[schema(
    resource = "disk_snapshot",
    identity(name),
    subcategory = "Snapshots",
    timeouts(create = "30m", delete = "1m")
)]
pub struct Snapshot {
    /// The name, and that of the file without its ending.
    #[field(required, force_new, validate = [length(1..=64), regex("^[a-z][a-z0-9-]*$")])]
    name: String,
    /// The id of the image to copy.
    #[field(required, force_new)]
    image_id: String,
    /// The size in MiB.
    #[field(computed)]
    size_mb: i64,
    /// The file.
    #[field(computed)]
    path: String,
    /// When the copy was finished, RFC 3339 in UTC.
    #[field(computed)]
    created_at: String,
    /// SHA-256 of the whole file, in hex.
    #[field(computed)]
    sha256: String,
}

impl Resource for Snapshot {
    type Provider = Disk;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let (name, image) = (data.get(Snapshot::NAME), data.get(Snapshot::IMAGE_ID));
        let started = name.clone();
        let copy = blocking(cx, move |store| store.start_snapshot(&image, &started)).await?;
        data.set_id(&name);
        let asked = name.clone();
        let made = wait::until(["ready"])
            .poll_every(Duration::from_millis(100))
            .not_found_checks(0)
            .run(cx, move |cx| look(cx, asked.clone()))
            .await;
        let ended = made.as_ref().err().map(WaitError::failure);
        if let Some(WaitFailure::Interrupted { .. } | WaitFailure::TimedOut { .. }) = ended {
            // Waits, since the process may end right after this, and the partial copy must be
            // removed by then.
            let status = blocking(cx, move |store| {
                store.cancel_snapshot(&name)?;
                store.snapshot_status(&name)
            })
            .await?;
            // It was ready before it could be stopped: it stays, and Terraform knows of it.
            if let Status::Ready(snapshot) = status {
                copy.keep();
                describe(data, snapshot);
                return Ok(());
            }
            data.mark_gone();
            return Err(Diagnostic::error("The copy was interrupted")
                .with_detail("Nothing of the snapshot is left. Apply again to make it.")
                .into());
        }
        if let Some(snapshot) = made? {
            copy.keep();
            describe(data, snapshot);
        }
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.require_id()?.to_owned();
        match blocking(cx, move |store| store.snapshot_status(&name)).await? {
            Status::Ready(snapshot) => describe(data, snapshot),
            Status::Copying { .. } | Status::Failed(_) | Status::Missing => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.require_id()?.to_owned();
        blocking(cx, move |store| store.delete_snapshot(&name)).await
    }
}

/// How far the copy is: the snapshot itself when it is ready.
async fn look(
    cx: Cx<Snapshot>,
    name: String,
) -> Result<Option<(Option<store::Snapshot>, &'static str)>> {
    Ok(
        match blocking(&cx, move |store| store.snapshot_status(&name)).await? {
            Status::Ready(snapshot) => Some((Some(snapshot), "ready")),
            Status::Copying { done, total } => {
                cx.progress(format!("copied {} of {} MiB", done >> 20, total >> 20));
                Some((None, "being copied"))
            }
            Status::Failed(reason) => return Err(Diagnostic::error(reason).into()),
            // Deleted while it was made.
            Status::Missing => None,
        },
    )
}

/// Sets every field to what the files say.
fn describe(data: &mut ResourceData<Snapshot>, snapshot: store::Snapshot) {
    data.set(Snapshot::NAME, snapshot.name);
    if let Some(source) = snapshot.source {
        data.set(Snapshot::IMAGE_ID, source);
    }
    data.set(
        Snapshot::SIZE_MB,
        i64::try_from(snapshot.size_mb).unwrap_or(i64::MAX),
    );
    data.set(Snapshot::PATH, snapshot.path.display().to_string());
    data.set(Snapshot::CREATED_AT, snapshot.created_at);
    data.set(Snapshot::SHA256, snapshot.sha256);
}
