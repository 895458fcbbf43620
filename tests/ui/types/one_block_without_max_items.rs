// E0277: one struct for blocks of which there may be several; at `Option<Rule>`
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
    rule: Option<Rule>,
}

fn main() {}
