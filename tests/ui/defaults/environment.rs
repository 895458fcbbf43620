// -: the environment as a value; at `env("ZONE")`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, default = env("ZONE"))]
    zone: String,
}

fn main() {}
