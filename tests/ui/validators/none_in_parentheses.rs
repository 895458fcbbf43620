// -: parentheses without validators; at `validate`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, validate())]
    name: Option<String>,
}

fn main() {}
