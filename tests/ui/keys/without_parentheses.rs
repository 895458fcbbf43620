// -: an attribute without keys; at `field`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field]
    name: String,
}

fn main() {}
