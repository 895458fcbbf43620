// R201: computed on a block; at `computed`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, block(list))]
    rule: Vec<Rule>,
}

fn main() {}
