// R141: a write-only field inside a set of an action; at `Set<Key>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(action = "disk_verify")]
struct Verify {
    #[field(block(set))]
    key: Set<Key>,
}

#[derive(Schema)]
#[schema(block)]
struct Key {
    #[field(required, write_only)]
    text: Option<String>,
}

fn main() {}
