// R25: a path through a list of blocks; at `rule.port`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(rule.port))]
    name: Option<String>,
    #[field(block(list))]
    rule: Vec<Rule>,
}

fn main() {}
