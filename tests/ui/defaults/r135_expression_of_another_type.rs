// E0277: a default expression of another type; at `2 + 2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 2 + 2)]
    name: String,
}

fn main() {}
