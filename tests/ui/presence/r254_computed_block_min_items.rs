// R254: min_items on a computed block; at `min_items`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, block(list, min_items = 1))]
    rule: Vec<Rule>,
}

fn main() {}
