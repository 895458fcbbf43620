// R137: a dynamic value in blocks of a set; at `Set<Rule>`
use schema_runtime::Schema;
use schema_runtime::field_type::{Dynamic, Set};

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    value: Option<Dynamic>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set))]
    rule: Set<Rule>,
}

fn main() {}
