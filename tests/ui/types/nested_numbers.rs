// -: a nested attribute of numbers; at `nested`
use std::collections::BTreeMap;

use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, nested(map))]
    sizes: BTreeMap<String, i64>,
}

fn main() {}
