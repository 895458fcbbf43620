// R275: a write-only field in a filter; at `write_only`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(list = "disk_image")]
pub struct ImageFilter {
    #[field(optional, write_only)]
    token: Option<String>,
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
