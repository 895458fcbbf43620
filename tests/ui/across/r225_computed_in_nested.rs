// R225: a relation names a computed field of a nested struct; at `port`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(rule.port))]
    name: Option<String>,
    #[field(optional, computed, nested(single))]
    rule: Option<Rule>,
}

fn main() {}
