// syntax: a misspelt attribute; at `fields`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[fields(required)]
    name: String,
}

fn main() {}
