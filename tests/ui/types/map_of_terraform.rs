// E0425: a map by Terraform's name; at `map`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    sizes: map<String, i64>,
}

fn main() {}
