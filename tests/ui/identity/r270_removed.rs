// R270: a removed field; at `old`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "disk_image", identity(name, old))]
struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, removed = "use name")]
    old: Option<String>,
}

fn main() {}
