// E0277: a struct that is no action; at `Verify`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_verify")]
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
