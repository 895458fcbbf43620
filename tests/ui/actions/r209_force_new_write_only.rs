// R209: force_new of a write-only field in an action; at `force_new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(required, force_new, write_only)]
    pass_phrase: String,
}

fn main() {}
