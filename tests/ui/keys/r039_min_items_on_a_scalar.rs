// R39: min_items on a scalar; at `min_items`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, min_items = 1)]
    name: Option<String>,
}

fn main() {}
