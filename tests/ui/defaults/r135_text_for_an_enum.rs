// R135: a text as default of an enum; at `"raw"`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum)]
enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "raw")]
    kind: Kind,
}

fn main() {}
