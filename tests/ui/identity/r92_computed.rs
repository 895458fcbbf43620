// R92: nothing computes an identity; at `computed`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(computed)]
    name: String,
}

fn main() {}
