// R140: a write-only field in a computed nested attribute; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed, nested(list))]
    rule: Vec<Rule>,
}

fn main() {}
