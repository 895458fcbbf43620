// E0277: a struct that is no identity; at `Place`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Place {
    #[field(required)]
    rack: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image", identity = Place)]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
