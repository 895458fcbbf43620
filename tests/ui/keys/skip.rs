// syntax: a key of another library; at `skip`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, skip)]
    name: Option<String>,
}

fn main() {}
