// syntax: a colon in the timeouts; at `:`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", timeouts(create: "10m"))]
struct Image {
    #[field(required)]
    name: String,
}

fn main() {}
