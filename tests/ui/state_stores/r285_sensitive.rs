// R285: a sensitive field in a state store; at `sensitive`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(optional, sensitive)]
    password: Option<String>,
}

fn main() {}
