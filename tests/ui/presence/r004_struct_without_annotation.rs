// R4: a list of structs without annotation; at `partition`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    partition: Vec<Partition>,
}

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    name: String,
}

fn main() {}
