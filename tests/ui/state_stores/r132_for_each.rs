// R132: a field of a state store called for_each; at `for_each`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(required)]
    for_each: String,
}

fn main() {}
