// R216: a default that is refused by regular_expression; at `"["`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "[", validate = regular_expression)]
    name: String,
}

fn main() {}
