// syntax: a struct under both derives; at `Image`
use schema_runtime::{Schema, SchemaEnum};

#[derive(Schema, SchemaEnum)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
