// syntax: the number of blocks under another name; at `max`
use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, max = 3))]
    part: Vec<Part>,
}

fn main() {}
