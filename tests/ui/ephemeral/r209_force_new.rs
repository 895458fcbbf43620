// R209: force_new in an ephemeral resource; at `force_new`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {}

impl Provider for Disk {
    type Client = ();

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(ephemeral = "disk_copy")]
pub struct Copy {
    #[field(required, force_new)]
    image: String,
}

fn main() {}
