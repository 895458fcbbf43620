// syntax: a key of another library; at `max`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, max = 9)]
    name: Option<String>,
}

fn main() {}
