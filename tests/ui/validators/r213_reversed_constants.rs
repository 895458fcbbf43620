// R213: a range between constants that nothing fits in; at `MOST..=2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = length(MOST..=2))]
    name: Option<String>,
}

const MOST: u64 = 3;

fn main() {}
