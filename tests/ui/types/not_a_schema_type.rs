// E0277: a type that is no schema type; at `std::time::Instant`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    at: std::time::Instant,
}

fn main() {}
