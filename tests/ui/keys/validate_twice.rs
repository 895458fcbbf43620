// syntax: a second validator under a second key; at `validate`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = length(1..=64), validate = regex("^[a-z]+$"))]
    name: String,
}

fn main() {}
