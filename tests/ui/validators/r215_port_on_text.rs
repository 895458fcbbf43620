// R215: a port on a text; at `port`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = port)]
    name: String,
}

fn main() {}
