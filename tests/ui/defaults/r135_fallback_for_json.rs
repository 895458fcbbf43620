// R135: a fallback for a JSON document that is none; at `"{'a': 1}"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default_env("POLICY", fallback = "{'a': 1}"))]
    field: Option<schema_runtime::field_type::Json>,
}

fn main() {}
