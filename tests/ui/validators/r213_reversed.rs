// R213: a reversed range; at `5..=2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = length(5..=2))]
    name: String,
}

fn main() {}
