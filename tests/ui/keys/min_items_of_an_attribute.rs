// -: min_items of a nested attribute; at `min_items`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, nested(list, min_items = 1))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

fn main() {}
