// syntax: an annotation of a struct on something else; at `resource = "disk_image"`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(block)]
struct Image {
    #[field(required)]
    name: String,
}

#[schema(resource = "disk_image")]
impl Image {
    fn name(image: &ResourceData<Image>) -> String {
        image.get(Image::NAME)
    }
}

fn main() {}
