// E0080: a variant that the validator refuses; at `Kind::A`
use schema_provider::prelude::*;

#[derive(SchemaEnum)]
pub enum Kind {
    A,
    B,
}

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, default = Kind::A, validate = one_of("b"))]
    kind: Kind,
}

fn main() {}
