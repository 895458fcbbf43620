// R227: a computed field in a state store; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(state_store = "disk_states")]
struct States {
    #[field(computed)]
    region: String,
}

fn main() {}
