// R228: a suppress function in a set; at `Set<Rule>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;
use schema_runtime::data::Suppress;

#[derive(Schema)]
struct Rule {
    #[field(required, diff_suppress = same)]
    name: String,
}

fn same(_: &Suppress<'_, Image>, a: &String, b: &String) -> bool {
    a == b
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set))]
    rule: Set<Rule>,
}

fn main() {}
