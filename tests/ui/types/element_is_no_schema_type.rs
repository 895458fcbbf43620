// E0277: an element that is no schema type; at `Vec<std::time::Instant>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    at: Vec<std::time::Instant>,
}

fn main() {}
