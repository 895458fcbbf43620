// R114: removed with required; at `removed`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, removed = "it did nothing")]
    name: String,
}

fn main() {}
