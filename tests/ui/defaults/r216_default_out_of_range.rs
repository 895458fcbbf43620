// R216: a default that the own validator refuses; at `0`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = 0, validate = range(1..=10))]
    size_mb: i64,
}

fn main() {}
