// syntax: a name without its key; at `"disk_image"`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema("disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
