// R265: there is no such field; at `nam`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(nam))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
