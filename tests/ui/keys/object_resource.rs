// syntax: an object that is a resource; at `object`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image", object)]
struct Image {
    size: i64,
}

fn main() {}
