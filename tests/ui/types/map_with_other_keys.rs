// E0277: a map whose keys are no texts; at `HashMap<i64, String>`
use schema_runtime::Schema;
use std::collections::HashMap;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    names: HashMap<i64, String>,
}

fn main() {}
