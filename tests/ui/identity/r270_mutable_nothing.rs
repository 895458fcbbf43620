// R270: nothing may change; at `mutable`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity, mutable())]
struct ImageIdentity {
    #[field(required)]
    name: String,
}

fn main() {}
