// E0277: an ephemeral resource without #[schema(ephemeral)]; at `Copy`
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
#[schema(data_source = "disk_copy")]
pub struct Copy {
    #[field(required)]
    image: String,
    #[field(computed)]
    path: String,
}

impl EphemeralResource for Copy {
    type Provider = Disk;

    async fn open(_: &Cx<Self>, _: &mut OpenData<Self>) -> Result {
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
