// syntax: a key of another library; at `deprecation_message`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, deprecation_message = "x")]
    name: Option<String>,
}

fn main() {}
