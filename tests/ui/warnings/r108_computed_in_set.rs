// R108: a computed field in a set, with warnings denied; at `Set`
#![deny(warnings)]
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
pub struct Rule {
    #[field(computed)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(set))]
    rule: Set<Rule>,
}

fn main() {}
