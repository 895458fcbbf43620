// R92: a key of ordinary fields; at `force_new`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required, force_new)]
    name: String,
}

fn main() {}
