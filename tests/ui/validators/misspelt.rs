// syntax: a misspelt validator; at `lenght`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = lenght(1..))]
    name: String,
}

fn main() {}
