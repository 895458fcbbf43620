// syntax: nothing was before version 0; at `only_added`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", only_added)]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
