// syntax: block without grouping; at `block`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block)]
    rule: Vec<Rule>,
}

fn main() {}
