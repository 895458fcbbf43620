// a form takes no arguments; at `ip`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = ip("v4"))]
    name: String,
}

fn main() {}
