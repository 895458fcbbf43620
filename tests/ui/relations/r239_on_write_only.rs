// R239: prefers on a write-only field; at `prefer_write_only`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, write_only, prefer_write_only(other))]
    password: Option<String>,
    #[field(optional, write_only)]
    other: Option<String>,
}

fn main() {}
