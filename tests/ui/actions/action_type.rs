// -: no such key; at `action_type`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action_type = "disk_verify")]
struct Verify {
    #[field(required)]
    path: String,
}

fn main() {}
