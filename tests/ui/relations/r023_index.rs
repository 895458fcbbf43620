// R23: an index in a relation; at `rule.0.port`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(rule.0.port))]
    a: Option<String>,
    #[field(block(list, max_items = 1))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

fn main() {}
