// syntax: a field in quotes; at `"name"`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity("name"))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
