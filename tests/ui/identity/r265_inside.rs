// R265: a field of another struct; at `place.rack`
use schema_provider::prelude::*;

#[derive(Schema)]
struct Place {
    #[field(required, force_new)]
    rack: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, place.rack))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(block(single))]
    place: Place,
}

fn main() {}
