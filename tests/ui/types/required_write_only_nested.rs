// E0080: required write-only structs, of which an empty list would look like none; at `Vec<Key>`
use schema_runtime::Schema;
use schema_runtime::field_type::Secret;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, write_only, nested(list))]
    keys: Vec<Key>,
    #[field(required, write_only, nested(single))]
    key: Option<Key>,
}

#[derive(Schema)]
struct Key {
    #[field(required, write_only)]
    code: Secret,
}

fn main() {}
