// R221: a timeout that is no duration; at `"soon"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create = "soon"))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
