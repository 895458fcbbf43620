// R216: a default that is not in one_of; at `"b"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "b", validate = one_of("a", "c"))]
    kind: String,
}

fn main() {}
