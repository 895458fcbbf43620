//! The state store `disk_states`.

use schema_provider::prelude::*;
use schema_provider::{LockInfo, LockOutcome, UnlockOutcome};

use crate::Disk;
use crate::store::{self, StateFiles};

/// States of Terraform as files beside the images.
///
/// Experimental: only Terraform's experimental builds know state stores; so does this program's
/// local runner.
#[derive(Schema)]
#[schema(state_store = "disk_states")]
pub struct States {
    /// The directory that holds the states. The last resort is `states` in the provider's
    /// directory.
    #[field(optional, default_env("DISK_STATES"), validate = not_empty)]
    directory: Option<String>,
}

impl StateStore for States {
    type Provider = Disk;
    type Store = StateFiles;

    async fn configure(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result<StateFiles> {
        Ok(match config.get_ok(States::DIRECTORY) {
            Some(directory) => StateFiles::new(directory),
            None => StateFiles::new(cx.client()?.directory().join("states")),
        })
    }

    async fn read(cx: &Cx<Self>, store: &StateFiles, state_id: &str) -> Result<Option<Bytes>> {
        let state = blocking(cx, store, state_id, |files, id| files.read(id)).await?;
        Ok(state.map(Bytes::from))
    }

    async fn write(cx: &Cx<Self>, store: &StateFiles, state_id: &str, state: Bytes) -> Result {
        blocking(cx, store, state_id, move |files, id| {
            files.write(id, &state)
        })
        .await
    }

    async fn lock(
        cx: &Cx<Self>,
        store: &StateFiles,
        state_id: &str,
        lock: &LockInfo,
    ) -> Result<LockOutcome> {
        let owner = lock.to_json();
        let held = blocking(cx, store, state_id, move |files, id| files.lock(id, &owner)).await?;
        Ok(match held {
            None => LockOutcome::Taken(lock.id.clone()),
            Some(holder) => LockOutcome::HeldBy(LockInfo::from_json(&holder)?),
        })
    }

    async fn unlock(
        cx: &Cx<Self>,
        store: &StateFiles,
        state_id: &str,
        lock_id: &str,
    ) -> Result<UnlockOutcome> {
        let Some(holder) = blocking(cx, store, state_id, |files, id| files.owner(id)).await? else {
            return Ok(UnlockOutcome::NotLocked);
        };
        let holder = LockInfo::from_json(&holder)?;
        if holder.id != lock_id {
            return Ok(UnlockOutcome::HeldBy(holder));
        }
        let released = blocking(cx, store, state_id, |files, id| files.unlock(id)).await?;
        Ok(match released {
            true => UnlockOutcome::Released,
            false => UnlockOutcome::NotLocked,
        })
    }

    async fn list(cx: &Cx<Self>, store: &StateFiles) -> Result<Vec<String>> {
        blocking(cx, store, "", |files, _| files.list()).await
    }

    async fn delete(cx: &Cx<Self>, store: &StateFiles, state_id: &str) -> Result<bool> {
        blocking(cx, store, state_id, |files, id| files.delete(id)).await
    }
}

/// Works with files where that may block.
async fn blocking<T: Send + 'static>(
    cx: &Cx<States>,
    store: &StateFiles,
    state_id: &str,
    work: impl FnOnce(&StateFiles, &str) -> store::Result<T> + Send + 'static,
) -> Result<T> {
    let (store, state_id) = (store.clone(), state_id.to_owned());
    Ok(cx.blocking(move || work(&store, &state_id)).await?)
}
