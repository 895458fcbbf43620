// E0277: a list block of a map; at `BTreeMap<String, Rule>`
use std::collections::BTreeMap;

use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list))]
    rule: BTreeMap<String, Rule>,
}

fn main() {}
