// syntax: structs that are both blocks and nested attributes; at `nested`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(block)]
struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, nested(list), block(list))]
    part: Vec<Part>,
}

fn main() {}
