// E0277: a text without its owner in a list; at `Vec<str>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    zones: Vec<str>,
    #[field(optional)]
    note: Option<String>,
}

fn main() {}
