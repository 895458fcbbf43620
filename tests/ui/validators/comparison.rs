// -: no validator; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = name > 5)]
    name: String,
}

fn main() {}
