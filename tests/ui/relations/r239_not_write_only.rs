// R239: prefers a field that is not write-only; at `other`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, sensitive, prefer_write_only(other))]
    password: Option<String>,
    #[field(optional)]
    other: Option<String>,
}

fn main() {}
