// R265: a flattened struct has no such field; at `rak`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Place {
    #[field(required, force_new)]
    rack: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, place.rak))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(flatten)]
    place: Place,
}

fn main() {}
