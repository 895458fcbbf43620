// C14: min_items above max_items; at `min_items`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, min_items = 3, max_items = 2))]
    rule: Vec<Rule>,
}

fn main() {}
