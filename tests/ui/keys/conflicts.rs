// syntax: a key of another library; at `conflicts`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, conflicts(other))]
    name: Option<String>,
}

fn main() {}
