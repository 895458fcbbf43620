// R90: a block cannot identify; at `place`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Place {
    #[field(required, force_new)]
    rack: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image", identity(place))]
struct Image {
    #[field(block(single))]
    place: Place,
}

fn main() {}
