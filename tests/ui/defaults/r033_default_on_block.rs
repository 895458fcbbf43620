// R33: default on a block; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list), default = vec![])]
    rule: Vec<Rule>,
}

fn main() {}
