// syntax: the same of the struct; at `shema`
use schema_provider::prelude::*;
use provider::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[derive(Schema)]
#[shema(resource = "disk_image")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Image {
    type Provider = Disk;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Image::NAME));
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
