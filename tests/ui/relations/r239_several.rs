// R239: prefers several fields; at `b`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, prefer_write_only(a, b))]
    password: Option<String>,
    #[field(optional, write_only)]
    a: Option<String>,
    #[field(optional, write_only)]
    b: Option<String>,
}

fn main() {}
