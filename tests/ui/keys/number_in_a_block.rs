// syntax: a number of blocks that says not which; at `3`
use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, 3))]
    part: Vec<Part>,
}

fn main() {}
