// R207: an empty deprecation; at `deprecated`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, deprecated = "")]
    name: Option<String>,
}

fn main() {}
