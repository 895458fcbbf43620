// syntax: a key of another library; at `string`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, string)]
    name: Option<String>,
}

fn main() {}
