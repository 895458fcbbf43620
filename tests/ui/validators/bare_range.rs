// -: no validator; at `1`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = 1..=5)]
    name: String,
}

fn main() {}
