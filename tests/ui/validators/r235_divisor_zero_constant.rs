// R235: a multiple of a constant zero; at `SECTOR`
use schema_runtime::Schema;

const SECTOR: i64 = 0;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = divisible_by(SECTOR))]
    name: Option<i64>,
}

fn main() {}
