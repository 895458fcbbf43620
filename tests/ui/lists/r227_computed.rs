// R227: a computed field in a filter; at `computed`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(list = "disk_image")]
pub struct ImageFilter {
    #[field(computed)]
    prefix: String,
}

impl ListResource for Image {
    type Filter = ImageFilter;

    async fn list(
        _: &Cx<Self>,
        _: ConfigData<'_, ImageFilter>,
        _: &mut ListSink<Self>,
    ) -> Result {
        Ok(())
    }
}

fn main() {}
