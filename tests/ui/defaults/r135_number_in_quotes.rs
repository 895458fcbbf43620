// R135: a number in quotes; at `"5"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(optional, default = "5")]
    size: i64,
}

fn main() {}
