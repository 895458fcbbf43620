// syntax: what is for the field stands above the struct; at `field`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
#[field(required)]
struct Image {
    name: String,
}

fn main() {}
