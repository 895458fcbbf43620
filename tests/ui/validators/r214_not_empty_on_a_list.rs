// R214: not_empty on a list; at `not_empty`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = not_empty)]
    name: Vec<String>,
}

fn main() {}
