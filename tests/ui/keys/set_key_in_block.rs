// syntax: set_key within the grouping; at `set_key`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: u16,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set, set_key = Rule::PORT))]
    rule: Set<Rule>,
}

fn main() {}
