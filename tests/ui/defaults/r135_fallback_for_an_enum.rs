// R135: a fallback that is none of the values; at `"zip"`
use schema_runtime::Schema;
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Format {
    Raw,
    Qcow2,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK_FORMAT", fallback = "zip"))]
    format: Format,
}

fn main() {}
