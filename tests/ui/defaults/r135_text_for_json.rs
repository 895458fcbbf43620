// R135: a text as default of a JSON document that is none; at `"{"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = "{")]
    field: schema_runtime::field_type::Json,
}

fn main() {}
