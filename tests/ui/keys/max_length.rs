// syntax: a key of another library; at `max_length`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, max_length = 5)]
    name: Option<String>,
}

fn main() {}
