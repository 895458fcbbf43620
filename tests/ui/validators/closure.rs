// -: no validator; at `|`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = |name| name.len() > 3)]
    name: String,
}

fn main() {}
