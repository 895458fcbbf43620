// syntax: a list without its owner, at the end; at `[String]`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
    #[field(required)]
    zones: [String],
}

fn main() {}
