// -: no validator; at `string_in_slice`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = string_in_slice("a"))]
    name: String,
}

fn main() {}
