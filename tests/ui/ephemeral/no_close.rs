// E0046: an ephemeral resource without a close; at `impl EphemeralResource for Copy`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(ephemeral = "disk_copy")]
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
}

fn main() {}
