// -: one text of one_of without quotes; at `qcow2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required, validate = one_of("raw", qcow2))]
    format: String,
}

fn main() {}
