// R222: timeouts of a state store; at `timeouts`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(state_store = "disk_states", timeouts(read = "10m"))]
struct States {
    #[field(required)]
    directory: String,
}

fn main() {}
