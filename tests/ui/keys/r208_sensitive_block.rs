// R208: sensitive on a block; at `sensitive`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list), sensitive)]
    rule: Vec<Rule>,
}

fn main() {}
