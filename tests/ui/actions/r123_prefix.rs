// R123: an action of another provider by its name; at `Verify`
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
#[schema(action = "cloud_verify")]
struct Verify {
    #[field(required)]
    path: String,
}

impl Action for Verify {
    type Provider = Disk;

    async fn invoke(_: &Cx<Self>, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

fn main() {}
