// R213: bytes between reversed constants; at `MAX..=MIN`
use schema_runtime::Schema;

const MIN: u64 = 1;
const MAX: u64 = 9;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = bytes(MAX..=MIN))]
    name: String,
}

fn main() {}
