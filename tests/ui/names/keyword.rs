// syntax: a field named as a keyword; at `type`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(required)]
    type: String,
}

fn main() {}
