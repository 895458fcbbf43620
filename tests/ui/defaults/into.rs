// -: a value of no type; at `"a".into()`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, default = "a".into())]
    zone: String,
}

fn main() {}
