// R2: required with optional; at `optional`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, optional)]
    name: String,
}

fn main() {}
