// syntax: the struct has no description that could be plain; at `plain`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", plain(own))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
