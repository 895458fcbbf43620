// syntax: an annotation of a struct on something else; at `resource = "disk_image"`
use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

#[schema(resource = "disk_image")]
impl Image {
    fn name(image: &ResourceData<Image>) -> String {
        image.get(Image::NAME)
    }
}

fn main() {}
