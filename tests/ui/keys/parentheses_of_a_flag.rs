// -: a flag with parentheses; at `required`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required())]
    name: String,
}

fn main() {}
