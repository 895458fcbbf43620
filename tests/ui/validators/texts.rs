// syntax: texts where validators stand; at `["raw", "qcow2"]`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = ["raw", "qcow2"])]
    format: String,
}

fn main() {}
