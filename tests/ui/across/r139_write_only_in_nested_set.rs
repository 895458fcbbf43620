// R139, C19: a write-only field in a nested set; at `Set<Rule>`
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
    #[field(optional, nested(set))]
    rule: Set<Rule>,
}

fn main() {}
