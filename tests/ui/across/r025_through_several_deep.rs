// R25: a relation leads through a list of a nested struct; at `port`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

#[derive(Schema)]
struct Outer {
    #[field(block(list))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, conflicts_with(outer.rule.port))]
    name: Option<String>,
    #[field(block(single))]
    outer: Option<Outer>,
}

fn main() {}
