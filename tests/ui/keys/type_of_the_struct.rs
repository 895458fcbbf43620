// syntax: a key of another library; at `type`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(type = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
