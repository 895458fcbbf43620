// R216: a default that is refused by excludes; at `"a/b"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "a/b", validate = excludes("/"))]
    name: String,
}

fn main() {}
