// R135: a fallback that the type has no room for; at `"70000"`
use schema_runtime::Schema;
use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
struct Port(u16);

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("DISK_PORT", fallback = "70000"))]
    port: Port,
}

fn main() {}
