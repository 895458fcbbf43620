// R92: a default; at `default`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required)]
    disk: String,
    #[field(optional, default = "a")]
    name: String,
}

fn main() {}
