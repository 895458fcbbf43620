// -: a trait that is not derived; at `Resource`
use schema_provider::prelude::*;

#[derive(Schema, Resource)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
}

fn main() {}
