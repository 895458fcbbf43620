// syntax: the type as a key; at `type`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(type = "string", required)]
    name: String,
}

fn main() {}
