// R268: a field twice; at `name`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(disk, name(optional), name))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(required, force_new)]
    disk: String,
}

fn main() {}
