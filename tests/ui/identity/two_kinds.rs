// syntax: a resource that is an identity; at `identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity)]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
