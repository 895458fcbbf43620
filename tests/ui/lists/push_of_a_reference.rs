// E0277: an object that is only borrowed; at `&image`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[derive(Schema)]
#[schema(list = "disk_image")]
struct ImageFilter {}

impl ListResource for Image {
    type Filter = ImageFilter;
    async fn list(_: &Cx<Self>, _: ConfigData<'_, ImageFilter>, found: &mut ListSink<Self>) -> Result {
        let image = found.object();
        found.push("a", &image).await?;
        Ok(())
    }
}

fn main() {}
