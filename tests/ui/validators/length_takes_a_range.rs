// syntax: length without a range; at `5`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = length(5))]
    name: String,
}

fn main() {}
