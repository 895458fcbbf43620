// -: no validator; at `!`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = !empty)]
    name: String,
}

fn main() {}
