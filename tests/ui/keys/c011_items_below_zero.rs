// C11: min_items below zero; at `min_items`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, min_items = -1))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

fn main() {}
