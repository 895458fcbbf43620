// -: blocks of lists; at `Vec<Vec<Part>>`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list))]
    part: Vec<Vec<Part>>,
}

fn main() {}
