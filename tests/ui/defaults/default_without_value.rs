// syntax: default without a value; at `default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, default)]
    name: String,
}

fn main() {}
