// syntax: a key of another library; at `optional_computed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional_computed)]
    name: Option<String>,
}

fn main() {}
