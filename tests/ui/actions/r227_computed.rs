// R227: a computed field in an action; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(required)]
    path: String,
    #[field(computed)]
    sum: String,
}

fn main() {}
