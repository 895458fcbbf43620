// -: no validator; at `reg`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = reg("^a"))]
    name: String,
}

fn main() {}
