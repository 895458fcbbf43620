// R238: excludes of no character; at `""`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, validate = not(excludes("")))]
    name: String,
}

fn main() {}
