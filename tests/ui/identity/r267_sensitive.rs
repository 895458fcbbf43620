// R267: a sensitive field identifies; at `name`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name))]
struct Image {
    #[field(required, force_new, sensitive)]
    name: String,
}

fn main() {}
