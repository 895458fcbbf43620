// syntax: a key of another library; at `ForceNew`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, ForceNew)]
    name: Option<String>,
}

fn main() {}
