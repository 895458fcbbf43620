// R230: two structs that contain each other; at `Vec`
use schema_runtime::Schema;

#[derive(Schema)]
struct Outer {
    #[field(block(list))]
    rule: Vec<Rule>,
}

#[derive(Schema)]
#[schema(block)]
struct Rule {
    #[field(block(list))]
    outer: Vec<Outer>,
}

fn main() {}
