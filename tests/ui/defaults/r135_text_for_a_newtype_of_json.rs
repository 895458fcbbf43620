// R135: a text as default of a newtype of JSON that is none; at `"{"`
use schema_runtime::field_type::Json;
use schema_runtime::{Schema, SchemaNewtype};

#[derive(SchemaNewtype)]
struct Policy(Json);

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "{")]
    policy: Option<Policy>,
}

fn main() {}
