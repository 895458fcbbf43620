// -: a range without its validator; at `1..=9`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, 1..=9)]
    size_mb: i64,
}

fn main() {}
