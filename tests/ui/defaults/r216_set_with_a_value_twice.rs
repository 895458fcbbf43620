// R216: a set with a value twice; at `["a", "a"]`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, default = ["a", "a"])]
    tags: Set<String>,
}

fn main() {}
