// -: how many blocks as a range; at `1`
use schema_runtime::Schema;

#[derive(Schema)]
pub struct Part {
    #[field(required)]
    label: String,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(list, 1..=4))]
    part: Vec<Part>,
}

fn main() {}
