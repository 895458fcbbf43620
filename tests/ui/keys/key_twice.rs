// syntax: a key twice; at `optional`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, optional)]
    name: Option<String>,
}

fn main() {}
