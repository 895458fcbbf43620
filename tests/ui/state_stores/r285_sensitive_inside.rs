// R285: a sensitive field inside a nested attribute of a state store; at `Option<Login>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Login {
    #[field(required, sensitive)]
    password: String,
}

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(optional, nested(single))]
    login: Option<Login>,
}

fn main() {}
