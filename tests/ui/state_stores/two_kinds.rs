// syntax: a state store that is a resource too; at `state_store`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_states", state_store = "disk_states")]
struct States {
    #[field(required)]
    directory: String,
}

fn main() {}
