// syntax: a version below zero; at `version`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(version = -1, name))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
