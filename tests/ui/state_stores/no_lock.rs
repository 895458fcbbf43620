// E0046: a state store without lock; at `impl StateStore for States`
use schema_provider::prelude::*;
use schema_provider::UnlockOutcome;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(state_store = "disk_states")]
pub struct States {
    #[field(required)]
    directory: String,
}

impl StateStore for States {
    type Provider = Disk;
    type Store = ();

    async fn configure(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &(), _: &str) -> Result<Option<Bytes>> {
        Ok(None)
    }

    async fn write(_: &Cx<Self>, _: &(), _: &str, _: Bytes) -> Result {
        Ok(())
    }

    async fn unlock(_: &Cx<Self>, _: &(), _: &str, _: &str) -> Result<UnlockOutcome> {
        Ok(UnlockOutcome::NotLocked)
    }

    async fn list(_: &Cx<Self>, _: &()) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn delete(_: &Cx<Self>, _: &(), _: &str) -> Result<bool> {
        Ok(true)
    }
}

fn main() {}
