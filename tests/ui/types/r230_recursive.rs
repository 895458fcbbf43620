// R230: a struct that contains itself; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(block)]
struct Rule {
    #[field(block(list))]
    rule: Vec<Rule>,
}

fn main() {}
