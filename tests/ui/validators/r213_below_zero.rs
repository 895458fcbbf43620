// R213: a length below zero; at `-5..=2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(-5..=2))]
    name: Option<String>,
}

fn main() {}
