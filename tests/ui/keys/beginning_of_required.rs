// syntax: a key of another library; at `requ`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(requ)]
    name: Option<String>,
}

fn main() {}
