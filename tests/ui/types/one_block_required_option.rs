// A set of exactly one block as an Option; at `Option<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set, min_items = 1, max_items = 1))]
    rule: Option<Rule>,
}

fn main() {}
