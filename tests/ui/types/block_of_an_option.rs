// E0080: a list block of an Option; at `Option<Vec<Rule>>`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list))]
    rule: Option<Vec<Rule>>,
}

fn main() {}
