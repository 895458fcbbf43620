// E0277: a block of a struct without derive; at `Vec<Rule>`
use schema_runtime::Schema;

struct Rule;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(list))]
    rule: Vec<Rule>,
}

fn main() {}
