// a list of an invalid resource reports nothing more; at `deprecated`
use schema_provider::prelude::*;
use provider::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name))]
struct Image {
    #[field(required, force_new, deprecated)]
    name: String,
}

impl Resource for Image {
    type Provider = Disk;
    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("1");
        Ok(())
    }
    nothing_to_read!();
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(list = "disk_image")]
struct ImageFilter {}

impl ListResource for Image {
    type Filter = ImageFilter;
    async fn list(_: &Cx<Self>, _: ConfigData<'_, ImageFilter>, _: &mut ListSink<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
