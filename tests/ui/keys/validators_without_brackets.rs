// syntax: a second validator as a key; at `regex`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = length(1..=64), regex("^[a-z]+$"))]
    name: String,
}

fn main() {}
