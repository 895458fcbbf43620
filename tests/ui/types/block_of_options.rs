// -: a list block of Options; at `Vec<Option<Partition>>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(list))]
    partition: Vec<Option<Partition>>,
}

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    name: String,
}

fn main() {}
