// E0277: an action that sets a result; at `set`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {}

impl Provider for Disk {
    type Client = ();

    fn actions() -> &'static [ActionDef<Self>] {
        actions![Verify]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(required)]
    path: String,
}

impl Action for Verify {
    type Provider = Disk;

    async fn invoke(_: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        config.set(Verify::PATH, "a");
        Ok(())
    }
}

fn main() {}
