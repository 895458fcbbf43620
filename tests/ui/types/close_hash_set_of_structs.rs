// E0277: a set block of the standard library; at `HashSet<Partition>`
use std::collections::HashSet;

use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(set))]
    partition: HashSet<Partition>,
}

#[derive(Schema)]
pub struct Partition {
    #[field(required)]
    name: String,
}

fn main() {}
