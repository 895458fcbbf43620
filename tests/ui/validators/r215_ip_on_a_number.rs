// R215: an address on a number; at `ip`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = ip)]
    name: Option<i64>,
}

fn main() {}
