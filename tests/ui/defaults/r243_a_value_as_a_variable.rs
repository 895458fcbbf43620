// R243: what once was the fallback; at `"disks"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK_DIRECTORY", "disks"))]
    directory: String,
}

fn main() {}
