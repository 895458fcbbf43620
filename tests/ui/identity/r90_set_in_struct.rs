// R90: a set cannot identify; at `Set<String>`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required)]
    names: Set<String>,
}

fn main() {}
