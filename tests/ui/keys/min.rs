// syntax: a key of another library; at `min`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, min = 1)]
    name: Option<String>,
}

fn main() {}
