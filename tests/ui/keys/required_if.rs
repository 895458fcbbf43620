// syntax: a key of another library; at `required_if`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, required_if(other))]
    name: Option<String>,
}

fn main() {}
