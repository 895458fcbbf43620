// R138: a stored field in a write-only nested attribute; at `Vec<Rule>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, write_only, nested(list))]
    rule: Vec<Rule>,
}

fn main() {}
