// syntax: a setting that there is not; at `since`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, since = 1))]
struct Image {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
