// syntax: the attribute of fields on a struct; at `field`
use schema_runtime::Schema;

#[derive(Schema)]
#[field(resource = "disk_image")]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
