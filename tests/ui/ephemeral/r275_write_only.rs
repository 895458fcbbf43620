// R275: a write-only field of an ephemeral resource; at `write_only`
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
    #[field(optional, write_only)]
    phrase: Option<String>,
}

fn main() {}
