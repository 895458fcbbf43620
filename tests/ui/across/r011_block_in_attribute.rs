// R11: a block in a nested attribute; at `Vec<Outer>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
struct Outer {
    #[field(block(list))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, nested(list))]
    outer: Vec<Outer>,
}

fn main() {}
