// R269: an import needs nothing; at `identity`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
