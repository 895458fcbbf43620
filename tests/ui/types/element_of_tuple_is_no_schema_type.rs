// E0277: a tuple with a type that is no schema type; at `(String, std::time::Instant)`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    at: (String, std::time::Instant),
}

fn main() {}
