// syntax: a map written as in other languages; at `{"a": "b"}`
use std::collections::BTreeMap;

use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = {"a": "b"})]
    labels: BTreeMap<String, String>,
}

fn main() {}
