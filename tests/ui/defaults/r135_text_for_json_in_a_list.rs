// R135: a text in the default of a list of JSON documents that is none; at `"{"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default = ["{}", "{"])]
    field: Vec<schema_runtime::field_type::Json>,
}

fn main() {}
