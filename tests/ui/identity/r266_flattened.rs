// R266: a flattened field that can change in place; at `rack`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Place {
    #[field(required)]
    rack: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, place.rack))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(flatten)]
    place: Place,
}

fn main() {}
