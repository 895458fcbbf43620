// -: a struct that is an action and a resource; at `action`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_verify", action = "disk_verify")]
struct Verify {
    #[field(required, force_new)]
    path: String,
}

fn main() {}
