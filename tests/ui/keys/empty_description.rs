// An empty description that stands for nothing; at `""`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_server")]
pub struct Server {
    #[field(required)]
    name: String,
    #[field(optional, description = "")]
    zone: Option<String>,
}

fn main() {}
