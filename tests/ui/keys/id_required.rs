// A required id, which is a field; at `required`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", id(required))]
struct Image {
    #[field(optional)]
    name: Option<String>,
}

fn main() {}
