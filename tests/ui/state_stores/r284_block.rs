// R284: a block in a state store; at `retry`
use schema_runtime::Schema;

#[derive(Schema)]
struct Retry {
    #[field(required)]
    count: i64,
}

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(block(list))]
    retry: Vec<Retry>,
}

fn main() {}
