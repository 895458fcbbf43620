// syntax: the type of a field is an enum without variants; at `Format`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum)]
enum Format {}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    format: Option<Format>,
}

fn main() {}
