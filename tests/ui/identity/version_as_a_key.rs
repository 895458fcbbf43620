// syntax: the version of an identity beside it; at `identity_version`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name), identity_version = 1)]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
