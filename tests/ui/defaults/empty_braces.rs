// syntax: an empty map in braces; at `{}`
use std::collections::BTreeMap;

use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = {})]
    labels: BTreeMap<String, String>,
}

fn main() {}
