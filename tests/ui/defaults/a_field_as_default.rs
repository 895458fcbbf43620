// -: another field as default; at `size_mb`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    size_mb: i64,
    #[field(optional, default = size_mb)]
    max_mb: i64,
}

fn main() {}
