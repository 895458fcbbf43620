// E0119: code of a type that is marked `unported`; at `impl DataSource for Image`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {}

impl Provider for Disk {
    type Client = ();
}

#[derive(Schema)]
#[schema(data_source = "disk_image", unported)]
struct Image {
    #[field(required)]
    name: String,
}

impl DataSource for Image {
    type Provider = Disk;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
