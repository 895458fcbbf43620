// syntax: annotations without the derive that reads them; at `resource = "disk_image"`
use schema_provider::prelude::*;

#[derive(Debug)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, default = 512, validate = range(1..=4096))]
    size_mb: i64,
}

fn name(image: &ResourceData<Image>) -> String {
    image.get(Image::NAME)
}

fn main() {}
