// syntax: an identity on a data source; at `identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(data_source = "disk_image", identity(name))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
