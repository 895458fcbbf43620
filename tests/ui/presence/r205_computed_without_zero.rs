// R205: a computed enum that is no Option; at `Kind`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum)]
enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed)]
    kind: Kind,
}

fn main() {}
