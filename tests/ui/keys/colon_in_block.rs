// syntax: a colon in a block; at `:`
use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, max_items: 3))]
    part: Vec<Part>,
}

fn main() {}
