// R203: an optional enum without default has no value for null; at `Kind`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum)]
enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    kind: Kind,
}

fn main() {}
