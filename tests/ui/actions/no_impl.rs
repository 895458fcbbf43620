// E0277: an action without an implementation; at `Verify`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(required)]
    path: String,
}

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

fn main() {}
