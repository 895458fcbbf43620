// R205: a field of an object that has no value where it is null; at `Kind`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum, Debug, Clone)]
enum Kind {
    Raw,
}

#[derive(Schema)]
#[schema(object)]
struct Part {
    kind: Kind,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed)]
    parts: Vec<Part>,
}

fn main() {}
