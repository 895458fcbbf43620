// -: a range that says not what it limits; at `1`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, validate = (1..=5))]
    level: Option<i64>,
}

fn main() {}
