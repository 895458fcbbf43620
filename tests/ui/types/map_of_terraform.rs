// E0425: a map as Terraform calls it; at `map`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    sizes: map<String, i64>,
}

fn main() {}
