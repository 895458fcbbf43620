// syntax: a keyword as a validator; at `enum("raw", "qcow2")`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = enum("raw", "qcow2"))]
    format: String,
}

fn main() {}
