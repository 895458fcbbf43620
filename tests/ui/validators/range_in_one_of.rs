// -: a range among values; at `1`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, validate = one_of(1..3))]
    level: Option<i64>,
}

fn main() {}
