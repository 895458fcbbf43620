// -: a block of texts; at `block`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(list))]
    tags: Vec<String>,
}

fn main() {}
