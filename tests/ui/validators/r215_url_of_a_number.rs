// R215: url with a number; at `2`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = url("https", 2))]
    name: String,
}

fn main() {}
