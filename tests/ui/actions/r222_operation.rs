// R222: a create timeout of an action; at `create`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action = "disk_verify", timeouts(create = "1m"))]
struct Verify {
    #[field(required)]
    path: String,
}

fn main() {}
