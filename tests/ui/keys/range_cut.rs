// -: a range that is cut off; at `range(1..=)`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, validate = range(1..=))]
    size: Option<i64>,
}

fn main() {}
