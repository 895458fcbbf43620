// R92: a sensitive field; at `sensitive`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required, sensitive)]
    name: String,
}

fn main() {}
