// R267: a write-only field identifies; at `pin`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, pin))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(required, write_only)]
    pin: String,
}

fn main() {}
