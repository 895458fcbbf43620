// -: no validator; at `"length(1..=5)"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = "length(1..=5)")]
    name: String,
}

fn main() {}
