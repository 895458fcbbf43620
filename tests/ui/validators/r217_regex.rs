// R217: a regex that does not parse; at `"["`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = regex("["))]
    name: String,
}

fn main() {}
