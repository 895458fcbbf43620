// R275: a write-only field in a state store; at `write_only`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(optional, write_only)]
    password: Option<String>,
}

fn main() {}
