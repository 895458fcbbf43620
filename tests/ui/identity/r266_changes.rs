// R266: it can change in place; at `title`
#![deny(deprecated)]
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, title))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(required)]
    title: String,
}

fn main() {}
