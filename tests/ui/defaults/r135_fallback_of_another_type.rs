// R135: a fallback that is no number; at `"many"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK_COUNT", fallback = "many"))]
    copies: i64,
}

fn main() {}
