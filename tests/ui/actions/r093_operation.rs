// R93: a timeout of no operation; at `invok`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action = "disk_verify", timeouts(invok = "1m"))]
struct Verify {
    #[field(required)]
    path: String,
}

fn main() {}
