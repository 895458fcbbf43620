// syntax: mutable on a resource; at `mutable`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name), mutable(name))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
