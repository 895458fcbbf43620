// E0277: an Option of a type that is no schema type; at `Option<std::time::Instant>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    at: Option<std::time::Instant>,
}

fn main() {}
