// -: null as a default; at `null`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = null)]
    name: Option<String>,
}

fn main() {}
