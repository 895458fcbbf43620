// -: no validator; at `length`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = length(1..).and(uuid))]
    name: String,
}

fn main() {}
