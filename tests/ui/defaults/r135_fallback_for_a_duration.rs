// R135: a fallback that is no duration; at `"soon"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK_TIMEOUT", fallback = "soon"))]
    timeout: std::time::Duration,
}

fn main() {}
