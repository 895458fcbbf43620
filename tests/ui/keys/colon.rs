// -: a key with a colon; at `:`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required: true)]
    name: String,
}

fn main() {}
