// E0277: a map of a type that is no schema type; at `std::collections::BTreeMap<String, std::time::Instant>`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional)]
    at: std::collections::BTreeMap<String, std::time::Instant>,
}

fn main() {}
