// -: a text of several words without quotes; at `The name`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, description = The name)]
    name: String,
}

fn main() {}
