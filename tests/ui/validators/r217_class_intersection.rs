// R217: a regular expression of another engine; at `r"[a-z&&[^aeiou]]"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = regex(r"[a-z&&[^aeiou]]"))]
    name: String,
}

fn main() {}
