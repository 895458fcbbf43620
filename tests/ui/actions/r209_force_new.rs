// R209: force_new in an action; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(required, force_new)]
    path: String,
}

fn main() {}
