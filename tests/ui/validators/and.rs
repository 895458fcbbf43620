// -: no validator; at `length`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = length(1..) && uuid)]
    name: String,
}

fn main() {}
