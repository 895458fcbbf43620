// R135: a text as default of a number; at `"ten"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "ten")]
    size_mb: i64,
}

fn main() {}
