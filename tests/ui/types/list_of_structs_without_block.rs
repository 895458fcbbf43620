// E0277: structs without block or nested; at `Vec<Partition>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    partition: Vec<Partition>,
}

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    name: String,
}

fn main() {}
