// R16: default with required; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, default = "a")]
    name: String,
}

fn main() {}
