// R89: a field of an identity that does not say what an import needs; at `name`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    name: String,
}

fn main() {}
