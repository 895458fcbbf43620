// -: a key as an attribute; at `required`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[required]
    name: String,
}

fn main() {}
