// syntax: the struct in quotes; at `"ImageIdentity"`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity = "ImageIdentity")]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
