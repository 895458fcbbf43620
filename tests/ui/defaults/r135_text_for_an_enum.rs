// R135: a text as default of an enum that has no such variant; at `"row"`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum)]
enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "row")]
    kind: Kind,
}

fn main() {}
