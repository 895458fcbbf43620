// R90: a map behind an alias; at `Labels`
use schema_provider::prelude::*;

type Labels = BTreeMap<String, String>;

#[derive(Schema)]
#[schema(identity)]
struct ImageIdentity {
    #[field(required)]
    labels: Labels,
}

fn main() {}
