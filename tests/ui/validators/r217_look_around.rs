// R217: a regular expression of another engine; at `r"^(?!foo).*$"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = regex(r"^(?!foo).*$"))]
    name: String,
}

fn main() {}
