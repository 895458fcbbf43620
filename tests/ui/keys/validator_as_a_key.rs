// syntax: a key of another library; at `uuid`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, uuid)]
    name: Option<String>,
}

fn main() {}
