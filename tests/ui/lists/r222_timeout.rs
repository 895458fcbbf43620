// R222: a timeout of another operation; at `read`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(list = "disk_image", timeouts(read = "1m"))]
pub struct ImageFilter {
    #[field(optional)]
    prefix: Option<String>,
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
