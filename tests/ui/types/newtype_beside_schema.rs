// -: two derives of which one fits; at `#[schema(resource = "cloud_server")]`
use schema_provider::prelude::*;

#[derive(Schema, SchemaNewtype)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
}

fn main() {}
