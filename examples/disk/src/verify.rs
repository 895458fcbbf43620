//! The action `disk_verify`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use schema_provider::prelude::*;

use crate::Disk;
use crate::store;

/// Compares the content of an image with a checksum.
///
/// The whole file is read again, however long that takes: what the provider knows of it is not
/// asked.
#[derive(Schema)]
#[schema(
    action = "disk_verify",
    subcategory = "Images",
    timeouts(invoke = "30m")
)]
pub struct Verify {
    /// The id of the image.
    #[field(required)]
    image_id: String,
    /// The SHA-256 that its file must have, in hex: `disk_image.name.sha256`, or one from
    /// elsewhere.
    #[field(required, validate = regex("^[0-9a-f]{64}$"))]
    sha256: String,
}

impl Action for Verify {
    type Provider = Disk;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let Verify {
            image_id, sha256, ..
        } = config.read_struct()?;
        let (store, watcher) = (cx.client()?.clone(), cx.clone());
        let name = image_id.clone();
        let found = cx
            .blocking(move || {
                let mut reported = Instant::now();
                store.checksum_watched(&name, &mut |done, total| {
                    if watcher.is_cancelled() {
                        return ControlFlow::Break(());
                    }
                    if done == total || reported.elapsed() >= Duration::from_millis(100) {
                        reported = Instant::now();
                        watcher.progress(format!("read {} of {} MiB", done >> 20, total >> 20));
                    }
                    ControlFlow::Continue(())
                })
            })
            .await;
        // Why it ended before its end.
        cx.check()?;
        match found? {
            None => Err(Diagnostic::error(format!("There is no image {image_id}"))
                .at(Verify::IMAGE_ID.path())
                .into()),
            Some(found) if found != sha256 => Err(Diagnostic::error(format!(
                "The image {image_id} has another content"
            ))
            .with_detail(format!(
                "Its SHA-256 is {found}, and {sha256} was expected."
            ))
            .at(Verify::SHA256.path())
            .into()),
            Some(_) => Ok(()),
        }
    }
}

impl ActionPlan for Verify {
    /// An image that there is not yet may come with the apply; a name that none can have never
    /// does.
    async fn plan(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        if let Val::Known(name) = config.value(Verify::IMAGE_ID)
            && let Err(error) = store::check_name(&name)
        {
            return Err(Diagnostic::error("No image has such an id")
                .with_detail(format!("{error}."))
                .at(Verify::IMAGE_ID.path())
                .into());
        }
        Ok(())
    }
}
