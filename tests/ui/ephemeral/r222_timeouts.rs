// R222: a create timeout of an ephemeral resource; at `create`
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
#[schema(ephemeral = "disk_copy", timeouts(create = "1m"))]
pub struct Copy {
    #[field(required)]
    image: String,
    #[field(computed)]
    path: String,
}

fn main() {}
