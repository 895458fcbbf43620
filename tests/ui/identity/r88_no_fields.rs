// R88: a struct of an identity without fields; at `ImageIdentity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
}

fn main() {}
