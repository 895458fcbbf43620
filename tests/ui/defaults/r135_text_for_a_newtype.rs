// R135: a text as default of a newtype of numbers; at `"80"`
use schema_runtime::{Schema, SchemaNewtype};

#[derive(SchemaNewtype)]
struct Port(u16);

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "80")]
    port: Port,
}

fn main() {}
