// E0277: a block in a box; at `Option<Box<Partition>>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(single))]
    partition: Option<Box<Partition>>,
}

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    name: String,
}

fn main() {}
