// R141: a write-only field two structs below a set; at `Set<Outer>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
struct Outer {
    #[field(block(single))]
    rule: Option<Rule>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set))]
    outer: Set<Outer>,
}

fn main() {}
