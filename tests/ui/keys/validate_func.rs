// syntax: a key of another library; at `ValidateFunc`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, ValidateFunc = check)]
    name: Option<String>,
}

fn main() {}
