// syntax: a key of another library; at `desc`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, desc = "x")]
    name: Option<String>,
}

fn main() {}
