// E0277: a type that is close; at `VecDeque<String>`
use std::collections::VecDeque;
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional)]
    value: VecDeque<String>,
}

fn main() {}
