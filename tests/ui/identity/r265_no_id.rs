// R265: there is no id to identify by; at `id`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", id = none, identity(id))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
