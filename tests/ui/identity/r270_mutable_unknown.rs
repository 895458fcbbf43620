// R270: no such field may change; at `nam`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity, mutable(nam))]
struct ImageIdentity {
    #[field(required)]
    name: String,
}

fn main() {}
