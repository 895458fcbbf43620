// R209: force_new in a state store; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(required, force_new)]
    directory: String,
}

fn main() {}
