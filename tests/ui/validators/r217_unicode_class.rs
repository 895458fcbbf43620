// R217: a regular expression of another engine; at `r"^\p{L}+$"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = regex(r"^\p{L}+$"))]
    name: String,
}

fn main() {}
