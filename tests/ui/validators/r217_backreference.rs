// R217: a regular expression of another engine; at `r"(a)\1"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = regex(r"(a)\1"))]
    name: String,
}

fn main() {}
