// -: a variant where `one_of` takes its text; at `Kind`
use schema_runtime::{Schema, SchemaEnum};

#[derive(SchemaEnum, Clone, Debug, PartialEq)]
pub enum Kind {
    Public,
    PrivateZone,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = one_of("public", Kind::PrivateZone))]
    kind: Kind,
}

fn main() {}
