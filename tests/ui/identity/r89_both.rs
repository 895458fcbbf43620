// R89: required and optional; at `optional`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required, optional)]
    name: String,
}

fn main() {}
