// R141: a write-only field inside a set of an action; at `Vec<Key>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(block(set))]
    key: Vec<Key>,
}

#[derive(Schema)]
#[schema(block)]
struct Key {
    #[field(required, write_only)]
    text: String,
}

fn main() {}
