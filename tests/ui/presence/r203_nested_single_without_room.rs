// R203: an optional nested attribute that is no Option; at `Rule`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, nested(single))]
    rule: Rule,
}

fn main() {}
