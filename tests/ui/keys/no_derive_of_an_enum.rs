// syntax: the same of an enum; at `crate = ::schema_provider`
use schema_provider::prelude::*;

#[schema(crate = ::schema_provider)]
enum Format {
    Raw,
    Qcow2,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    format: Option<Format>,
}

fn main() {}
