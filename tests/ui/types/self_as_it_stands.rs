// E0072: a struct that holds itself; at `struct Image`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(single))]
    next: Option<Self>,
}

fn main() {}
