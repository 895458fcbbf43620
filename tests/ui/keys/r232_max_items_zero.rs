// R232: max_items = 0; at `max_items`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list, max_items = 0))]
    rule: Vec<Rule>,
}

fn main() {}
