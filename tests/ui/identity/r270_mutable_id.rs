// R270: an id that changes; at `id`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(id(mutable)))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
