// E0433: a type of Go's framework; at `types`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional)]
    zone: Option<types::String>,
}

fn main() {}
