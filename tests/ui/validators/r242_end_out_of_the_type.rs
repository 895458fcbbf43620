// R242: an interval that ends beyond its type; at `range`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, validate = range(0..=1000))]
    level: Option<u8>,
}

fn main() {}
