// R215: bytes on a number; at `bytes`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = bytes(1..=4))]
    name: i64,
}

fn main() {}
