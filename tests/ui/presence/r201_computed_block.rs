// R201: optional beside computed on a block; at `optional`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, computed, block(list))]
    rule: Vec<Rule>,
}

fn main() {}
