// R229: a type name without a name behind the provider's; at `"cloud_"`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(resource = "cloud_")]
pub struct Server {
    #[field(required)]
    name: String,
}

fn main() {}
