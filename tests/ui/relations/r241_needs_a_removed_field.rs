// R241: a field that needs one that is removed; at `required_with`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, required_with(sha1))]
    checksum: Option<String>,
    #[field(optional, removed = "use checksum")]
    sha1: Option<String>,
}

fn main() {}
