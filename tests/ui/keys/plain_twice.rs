// syntax: the struct says already that descriptions are plain; at `plain`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", plain)]
struct Image {
    /// What it is called.
    #[field(required, plain)]
    name: String,
}

fn main() {}
