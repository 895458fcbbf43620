// R243: a variable that no system has; at `"DISK-DIRECTORY"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK-DIRECTORY"))]
    directory: Option<String>,
}

fn main() {}
