// -: the environment as a value, read as in Go; at `schema.EnvDefaultFunc("ZONE", "a")`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, default = schema.EnvDefaultFunc("ZONE", "a"))]
    zone: String,
}

fn main() {}
