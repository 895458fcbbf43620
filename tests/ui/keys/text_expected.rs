// syntax: a text is expected; at `1`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, deprecated = 1)]
    name: Option<String>,
}

fn main() {}
