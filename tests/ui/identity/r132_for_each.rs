// R132: a name that the language keeps; at `for_each`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required)]
    for_each: String,
}

fn main() {}
