// R88: an identity that names no field; at `identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity())]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
