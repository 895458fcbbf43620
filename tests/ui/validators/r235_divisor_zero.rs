// R235: a multiple of zero; at `0`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = divisible_by(0))]
    name: Option<i64>,
}

fn main() {}
