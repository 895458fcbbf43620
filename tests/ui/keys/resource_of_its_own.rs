// syntax: a key of the struct as an attribute; at `resource`
use schema_runtime::Schema;

#[derive(Schema)]
#[resource("disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
