// syntax: a key of another library; at `elem`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, elem = "string")]
    name: Option<String>,
}

fn main() {}
