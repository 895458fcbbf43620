// R230: `Self` in a box; at `Option<Box<Self>>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    next: Option<Box<Self>>,
}

fn main() {}
