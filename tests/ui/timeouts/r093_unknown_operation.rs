// R93: a timeout of an unknown operation; at `craete`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(craete = "1m"))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
