// -: no validator; at `regex`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = regex!("^a"))]
    name: String,
}

fn main() {}
