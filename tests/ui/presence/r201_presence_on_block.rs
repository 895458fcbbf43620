// R201: required on a block; at `required`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, block(list))]
    rule: Vec<Rule>,
}

fn main() {}
