// R4: a field without annotation; at `name`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    name: String,
}

fn main() {}
