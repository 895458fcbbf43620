// syntax: a hyphen in a key; at `force-new`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required, force-new)]
    name: String,
}

fn main() {}
