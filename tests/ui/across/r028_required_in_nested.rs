// R28: a relation names a required field of a nested struct; at `port`
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
    #[field(block(single))]
    rule: Option<Rule>,
}

fn main() {}
