// R206: removed with default; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, removed = "it did nothing", default = "a")]
    name: Option<String>,
}

fn main() {}
