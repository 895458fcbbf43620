// syntax: texts joined as validators are not; at `"raw"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = "raw" | "qcow2")]
    format: String,
}

fn main() {}
