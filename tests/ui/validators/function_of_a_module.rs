// -: no validator; at `checks`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = checks::name)]
    name: String,
}

fn main() {}
