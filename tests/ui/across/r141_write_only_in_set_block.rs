// R141, C16: a write-only field in a set block; at `Set<Rule>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set))]
    rule: Set<Rule>,
}

fn main() {}
