// E0277: a data source without #[schema(data_source)]; at `Lookup`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(block)]
pub struct Part {
    #[field(required, force_new)]
    label: String,
}

#[derive(Schema)]
pub struct Lookup {
    #[field(required)]
    name: String,
}

impl DataSource for Lookup {
    type Provider = Disk;

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

fn main() {}
